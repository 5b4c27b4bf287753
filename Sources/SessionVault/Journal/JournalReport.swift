/// What the journal says, and where it is not as it was written.
public struct JournalReport: Sendable {
    /// One entry of the journal.
    public struct Entry: Sendable {
        /// Its number, counted from the vault's making.
        public let number: UInt64
        /// What happened; nil where the entry does not open.
        public let event: JournalEvent?
    }

    /// Something that is wrong with the journal.
    public enum Break: Sendable, Hashable {
        /// The entry of this number does not open.
        case altered(UInt64)
        /// The entries of these numbers are gone.
        case missing(ClosedRange<UInt64>)
        /// The entry of this number does not follow from the one before it.
        case unlinked(UInt64)
        /// The journal goes on after its last entry, or ends with another one than was written last.
        case wrongEnd
    }

    /// The entries that are kept, the oldest first.
    public let entries: [Entry]
    /// What is wrong; empty where the chain is whole.
    public let breaks: [Break]
}

extension JournalReport {
    /// Walks the chain; without the manifest's word on its ends, it can only follow the links.
    init(reading store: any StoreAccess, keys: AuditKeys, chain: JournalChain?) throws(VaultError) {
        let seal = JournalSeal(keys: keys)
        var entries: [Entry] = []
        var breaks: [Break] = []
        var expected = chain?.first
        var link: [UInt8]?
        try store.forEachEvent { stored in
            if let number = expected, stored.number > number {
                breaks.append(.missing(number...(stored.number - 1)))
                link = nil
            } else if let number = expected, stored.number < number {
                breaks.append(.unlinked(stored.number))
            }
            let opened = seal.open(stored)
            entries.append(Entry(number: stored.number, event: opened?.event))
            if let opened {
                if let link, opened.previous != link { breaks.append(.unlinked(stored.number)) }
                link = JournalChain.link(of: stored, after: opened.previous)
            } else {
                breaks.append(.altered(stored.number))
                link = nil
            }
            expected = stored.number &+ 1
        }
        if let chain { breaks += Self.breaksAtEnd(of: chain, expected: expected ?? chain.first, link: link) }
        self.init(entries: entries, breaks: breaks)
    }

    private static func breaksAtEnd(of chain: JournalChain, expected: UInt64, link: [UInt8]?) -> [Break] {
        if expected < chain.next { return [.missing(expected...(chain.next - 1))] }
        if expected > chain.next { return [.wrongEnd] }
        guard let link else { return [] }
        return link == chain.head ? [] : [.wrongEnd]
    }
}

import Sealing

/// Finds many fingerprinted secrets in a text at once.
///
/// Every byte of the text may be where an end of a secret begins, unless none is made of such bytes as stand there: one hash
/// and one look-up, however many secrets there are. What passes the filter is confirmed by keyed BLAKE2b.
package final class FingerprintIndex: Sendable {
    struct Member: Sendable {
        let secret: Int
        let fingerprint: SecretFingerprint
        /// Whether an occurrence of the whole secret is found by its head.
        let usesHead: Bool
    }

    /// One end that secrets share.
    struct Anchor: Hashable, Sendable {
        let isTail: Bool
        let skipped: Int
        let size: Int
        let confirm: Confirm

        init(_ end: SecretFingerprint.End, isTail: Bool) {
            self.isTail = isTail
            skipped = end.place.skipped
            size = end.place.size
            confirm = end.confirm
        }
    }

    /// Secrets that may share a head and still be told apart by it; beyond, their tails decide.
    private static let sharedHeadLimit = 32
    /// Secrets that are named where one end of several was found.
    static let candidateLimit = 8

    package let key: FingerprintKey
    /// What to look for.
    let table: AnchorTable
    /// The widest sort of text in which any of it stands: where one has to be looked for, the others cost nothing more.
    let text: AnchorText
    let anchors: [(anchor: Anchor, members: [Member])]
    /// Bytes beside the 24 that are looked up that an end has besides, on either side at most.
    let margin: Int
    /// Whether all that is looked up is ASCII.
    var holdsOnlyASCII: Bool { text != .any }

    /// Length in bytes of the longest secret.
    package let longest: Int

    /// Tells whether there is nothing to look for.
    package var isEmpty: Bool { anchors.isEmpty }

    /// Builds the index of `fingerprints`, all made under `key`.
    package init(_ fingerprints: [SecretFingerprint], key: borrowing FingerprintKey) {
        var builder = Builder()
        for (secret, fingerprint) in fingerprints.enumerated() { builder.add(fingerprint, of: secret) }
        self.key = key.copy()
        table = AnchorTable(builder.items)
        text = builder.text
        anchors = builder.anchors
        margin = anchors.map { max($0.anchor.skipped, $0.anchor.size - AnchorHash.size) }.max() ?? 0
        longest = fingerprints.map(\.length).max() ?? 0
    }

    private struct Builder {
        private(set) var items: [AnchorTable.Item] = []
        private(set) var text = AnchorText.token
        private(set) var anchors: [(anchor: Anchor, members: [Member])] = []
        private var known: [Anchor: Int] = [:]

        mutating func add(_ fingerprint: SecretFingerprint, of secret: Int) {
            let shared = fingerprint.head.flatMap { known[Anchor($0, isTail: false)] }.map { anchors[$0].members.count }
            let isCrowded = fingerprint.tail != nil && shared ?? 0 >= sharedHeadLimit
            let member = Member(
                secret: secret, fingerprint: fingerprint, usesHead: fingerprint.head != nil && !isCrowded)
            if member.usesHead, let head = fingerprint.head { add(member, to: head, isTail: false) }
            if let tail = fingerprint.tail { add(member, to: tail, isTail: true) }
        }

        private mutating func add(_ member: Member, to end: SecretFingerprint.End, isTail: Bool) {
            let anchor = Anchor(end, isTail: isTail)
            if let index = known[anchor] {
                anchors[index].members.append(member)
                return
            }
            known[anchor] = anchors.count
            items.append(AnchorTable.Item(hash: end.hash, anchor: UInt32(anchors.count)))
            text = max(text, end.place.text)
            anchors.append((anchor, [member]))
        }
    }
}

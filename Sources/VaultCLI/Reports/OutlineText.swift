import Glibc
import SessionVault

/// A vault from outside, for people.
enum OutlineText {
    static func page(_ outline: VaultOutline) -> Page {
        var page = Page()
        add(outline, to: &page)
        page.heading("Inside")
        page.sentence(
            "Sealed. `vault inspect --unlock`, or with an option that opens it, shows what the records are, whether they "
                + "are intact, and which sessions are stored.",
            indent: 2)
        return page
    }

    static func add(_ outline: VaultOutline, to page: inout Page) {
        page.field("Vault", outline.path, .strong)
        page.field("Id", "\(outline.vaultID), format \(outline.format)")
        page.field("Made", Wording.time(outline.created))
        page.field("File", text(of: outline.file, withSize: true))
        if let log = outline.writeAheadLog, log.size > 0 { page.field("WAL", text(of: log, withSize: true)) }
        page.field("Folder", text(of: outline.folder, withSize: false))
        page.field("Records", Wording.number(outline.recordCount))
        page.heading("Key slots")
        page.table(outline.slots.map(slot))
    }

    private static func text(of file: FileOutline, withSize: Bool) -> String {
        let owner = file.owner == geteuid() ? "your own" : "owner \(file.owner)"
        return (withSize ? "\(Wording.number(file.size)) bytes, " : "") + "mode \(Wording.mode(file.mode)), \(owner)"
    }

    /// A row of a table: the slot's number, its kind, what it opens, and what it costs to try.
    static func slot(_ slot: KeySlotOutline) -> [Page.Cell] {
        let number = Page.Cell("#\(slot.number)")
        guard slot.condition == .readable, let kind = slot.kind, let scope = slot.scope else {
            let isDamaged = slot.condition == .damaged
            return [number, .init(isDamaged ? "damaged" : "of a later version", isDamaged ? .bad : .caution)]
        }
        let cost = slot.cost.map {
            "Argon2id, \(Wording.plural($0.passes, "pass", "passes")), \(Wording.memory(kiB: $0.memoryKiB))"
        }
        return [number, .init(kind), .init(scope), .init(cost ?? "")]
    }
}

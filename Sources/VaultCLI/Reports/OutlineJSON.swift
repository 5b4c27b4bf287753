import SessionVault

/// A vault from outside, for programs.
enum OutlineJSON {
    static func value(_ outline: VaultOutline) -> JSONValue {
        .object([
            ("path", .string(outline.path)), ("vault_id", .string(outline.vaultID)),
            ("format", .integer(outline.format)), ("created", .string(Wording.exactTime(outline.created))),
            ("record_count", .integer(outline.recordCount)), ("file", file(outline.file)),
            ("write_ahead_log", outline.writeAheadLog.map(file) ?? .null),
            ("folder", file(outline.folder, hasSize: false)),
            ("key_slots", .array(outline.slots.map(slot))),
        ])
    }

    private static func file(_ file: FileOutline) -> JSONValue { self.file(file, hasSize: true) }

    private static func file(_ file: FileOutline, hasSize: Bool) -> JSONValue {
        let size: [(String, JSONValue)] = hasSize ? [("size", .integer(file.size))] : []
        return .object(size + [("mode", .string(Wording.mode(file.mode))), ("owner", .integer(file.owner))])
    }

    static func slot(_ slot: KeySlotOutline) -> JSONValue {
        .object([
            ("number", .integer(slot.number)), ("condition", .string("\(slot.condition)")), ("kind", .text(slot.kind)),
            ("scope", .text(slot.scope)), ("argon2_passes", .integer(slot.cost?.passes)),
            ("argon2_memory_kib", .integer(slot.cost?.memoryKiB)),
        ])
    }
}

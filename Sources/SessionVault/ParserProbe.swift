/// The parsers of bytes that anyone may have written, for the fuzzers, which are a package of their own and so see no
/// `package` declarations.
///
/// Each traps where what it parsed does not encode back to what it parsed. It is no part of the API: only
/// `@_spi(Fuzzing) import SessionVault` shows it.
@_spi(Fuzzing)
public enum ParserProbe: Sendable {
    /// A key slot, as it is and with the right checksum.
    public static func slot(_ bytes: [UInt8]) {
        let body = Array(bytes.prefix(KeySlot.size - KeySlot.checksumSize))
        for bytes in [bytes, body + KeySlot.checksum(of: body)] {
            guard let slot = try? KeySlot(decoding: bytes) else { continue }
            precondition(slot.encoded == bytes, "a slot does not encode back to itself")
        }
    }

    /// A record's metadata, bodies and journal events, chosen by the first byte.
    public static func record(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let padded = SecretBytes(copying: Array(bytes.dropFirst()))
        switch first % 7 {
        case 0: metadata(padded)
        case 1: body(TokenSet.self, padded)
        case 2: body(UserRecord.self, padded)
        case 3: body(DeviceCode.self, padded)
        case 4: body(NotificationIdentity.self, padded)
        case 5: body(PlainSecret.self, padded)
        default: event(padded)
        }
    }

    /// A backup's preamble and stream under a known root, and a message by itself.
    public static func backup(_ bytes: [UInt8]) {
        var source = MemorySource(bytes)
        guard let root = SymmetricKey(SecretBytes(zeroed: SymmetricKey.size)) else { return }
        if let preamble = try? BackupPreamble(reading: &source) {
            precondition(bytes.starts(with: preamble.encoded), "a preamble does not encode back to itself")
            if var reader = try? BackupReader(source, preamble: preamble, root: root) {
                while (try? reader.next()) != nil {}
            }
        }
        guard let message = bytes.withRawSpan({ try? BackupMessage(decoding: $0) }) else { return }
        precondition(message.encoded == bytes, "a message does not encode back to itself")
    }

    /// A recovery code as it was typed.
    public static func recoveryCode(_ bytes: [UInt8]) {
        _ = try? RecoveryCode.key(of: SecretBytes(copying: bytes))
    }

    private static func metadata(_ padded: borrowing SecretBytes) {
        guard let metadata = try? RecordMetadata(decoding: padded) else { return }
        let again = try? RecordMetadata(decoding: metadata.encoded())
        precondition(again?.encoded().equals(metadata.encoded()) == true, "metadata do not encode back to themselves")
    }

    private static func body<Body: SealedBody & ~Copyable>(_: Body.Type, _ padded: borrowing SecretBytes) {
        guard let body = try? Body.decode(padded), let again = try? Body.decode(body.encoded()) else { return }
        precondition(again.encoded().equals(body.encoded()), "a body does not encode back to itself")
    }

    private static func event(_ padded: borrowing SecretBytes) {
        guard let (previous, event) = padded.withExposedBytes({ try? JournalEvent.decode($0) }) else { return }
        let encoded = event.encoded(after: previous)
        let again = encoded.withRawSpan { try? JournalEvent.decode($0) }
        precondition(again?.event == event && again?.previous == previous, "an event does not encode back to itself")
    }
}

extension SecretBytes {
    fileprivate init(copying bytes: [UInt8]) {
        self = bytes.withRawSpan { SecretBytes(copying: $0) }
    }
}

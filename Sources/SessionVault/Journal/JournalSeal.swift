/// Seals and opens the journal's events, under a key that an audit has too.
struct JournalSeal {
    let keys: AuditKeys

    func seal(_ event: JournalEvent, number: UInt64, after previous: [UInt8]) -> StoredEvent {
        let sealed = event.encoded(after: previous).withRawSpan { message in
            context(number).withRawSpan { AEAD.seal(message, authenticating: $0, with: keys.journal) }
        }
        return StoredEvent(number: number, sealed: sealed)
    }

    /// Opens an event; nil where it is not as it was written.
    func open(_ stored: StoredEvent) -> (previous: [UInt8], event: JournalEvent)? {
        let message = stored.sealed.withRawSpan { sealed in
            context(stored.number).withRawSpan { try? AEAD.open(sealed, authenticating: $0, with: keys.journal) }
        }
        guard let message else { return nil }
        return message.withExposedBytes { try? JournalEvent.decode($0) }
    }

    private func context(_ number: UInt64) -> [UInt8] {
        var writer = ByteWriter(capacity: 32)
        writer.append("SVJ1".utf8)
        writer.appendField(keys.vaultID)
        writer.append(number)
        return writer.bytes
    }
}

/// Seals and opens the journal's events, under a key that an audit has too.
struct JournalSeal {
    let keys: AuditKeys

    func seal(_ event: JournalEvent, number: UInt64, after previous: [UInt8]) -> StoredEvent {
        let sealed = event.encoded(after: previous).withRawSpan { message in
            AEAD.seal(message, authenticating: context(number), with: keys.journal)
        }
        return StoredEvent(number: number, sealed: sealed)
    }

    /// Opens an event; nil where it is not as it was written.
    func open(_ stored: StoredEvent) -> (previous: [UInt8], event: JournalEvent)? {
        let context = context(stored.number)
        guard let message = try? AEAD.open(stored.sealed, authenticating: context, with: keys.journal) else {
            return nil
        }
        return message.withExposedBytes { try? JournalEvent.decode($0) }
    }

    private func context(_ number: UInt64) -> ByteWriter {
        var writer = ByteWriter()
        writer.append("SVJ1")
        writer.appendField(keys.vaultID)
        writer.append(number)
        return writer
    }
}

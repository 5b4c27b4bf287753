extension JournalEvent {
    private static let version: UInt8 = 1

    /// The message to seal, padded; it begins with the link of the event before.
    func encoded(after previous: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: 256)
        writer.append(previous)
        writer.append(Self.version)
        writer.append(kind.code)
        writer.append(time.milliseconds)
        writer.appendField(account?.bytes ?? [])
        writer.append(admission)
        writer.append(refusal?.rawValue ?? 0)
        writer.append(number)
        writer.pad()
        return writer.bytes
    }

    /// Reads the event and the link of the one before.
    static func decode(_ padded: RawSpan) throws(ByteCursor.Malformed) -> (previous: [UInt8], event: JournalEvent) {
        guard let size = Padding.unpaddedSize(of: padded) else { throw ByteCursor.Malformed() }
        let bytes = padded.extracting(0..<size)
        var cursor = ByteCursor(bytes)
        let previous = [UInt8](copying: bytes.extracting(try cursor.take(JournalChain.linkSize)))
        guard try cursor.number(UInt8.self, of: bytes) == version else { throw ByteCursor.Malformed() }
        let kind = Kind(code: try cursor.number(of: bytes))
        let time = UnixTime(milliseconds: try cursor.number(of: bytes))
        let tag = try cursor.publicField(of: bytes, atMost: AccountTag.size)
        let admission = try AdmissionNote(reading: &cursor, of: bytes)
        let refusal = Refusal(rawValue: try cursor.number(of: bytes))
        let event = JournalEvent(
            kind, account: tag.isEmpty ? nil : AccountTag(tag), admission: admission,
            number: try cursor.number(of: bytes), refusal: refusal, time: time)
        try cursor.finish()
        return (previous, event)
    }
}

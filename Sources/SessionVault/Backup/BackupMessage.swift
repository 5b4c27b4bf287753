/// One message of a backup's stream: a row as it stands in the file, or the stream's end.
enum BackupMessage: Equatable {
    /// The first message: when the vault was made, and the number of its last write.
    case start(created: Int64, sequence: UInt64)
    case epoch(Epoch.Wrapped)
    case record(StoredRecord)
    case quarantined(StoredRecord)
    case event(StoredEvent)
    /// The last message: how many there were in all.
    case end(count: UInt64)

    /// Bytes of the largest message: the largest row that any store takes.
    static let sizeLimit = 20_971_520

    private enum Tag: UInt8 {
        case start = 1
        case epoch, record, quarantined, event, end
    }

    var encoded: [UInt8] {
        var writer = ByteWriter(capacity: 1_024)
        switch self {
        case .start(let created, let sequence):
            writer.append(Tag.start.rawValue)
            writer.append(created)
            writer.append(sequence)
        case .epoch(let epoch):
            writer.append(Tag.epoch.rawValue)
            writer.append(epoch.number)
            writer.appendField(epoch.content)
            writer.appendField(epoch.metadata)
        case .record(let record):
            writer.append(Tag.record.rawValue)
            writer.append(record)
        case .quarantined(let record):
            writer.append(Tag.quarantined.rawValue)
            writer.append(record)
        case .event(let event):
            writer.append(Tag.event.rawValue)
            writer.append(event.number)
            writer.appendField(event.sealed)
        case .end(let count):
            writer.append(Tag.end.rawValue)
            writer.append(count)
        }
        return writer.bytes
    }

    init(decoding bytes: RawSpan) throws(ByteCursor.Malformed) {
        var cursor = ByteCursor(bytes)
        let tag: Tag = try cursor.oneOf(of: bytes)
        switch tag {
        case .start: self = .start(created: try cursor.number(of: bytes), sequence: try cursor.number(of: bytes))
        case .epoch:
            let number = try cursor.number(UInt32.self, of: bytes)
            let content = try cursor.publicField(of: bytes, atMost: KeyWrap.size)
            self = .epoch(
                Epoch.Wrapped(
                    number: number, content: content,
                    metadata: try cursor.publicField(of: bytes, atMost: KeyWrap.size)))
        case .record: self = .record(try StoredRecord(reading: &cursor, of: bytes))
        case .quarantined: self = .quarantined(try StoredRecord(reading: &cursor, of: bytes))
        case .event:
            let number = try cursor.number(UInt64.self, of: bytes)
            self = .event(
                StoredEvent(number: number, sealed: try cursor.publicField(of: bytes, atMost: Self.sizeLimit)))
        case .end: self = .end(count: try cursor.number(of: bytes))
        }
        try cursor.finish()
    }
}

extension ByteWriter {
    fileprivate mutating func append(_ record: StoredRecord) {
        appendField(record.name)
        append(record.epoch)
        append(record.version)
        appendField(record.metadata)
        appendField(record.body)
    }
}

extension StoredRecord {
    fileprivate init(reading cursor: inout ByteCursor, of bytes: RawSpan) throws(ByteCursor.Malformed) {
        name = try cursor.publicField(of: bytes, atMost: BackupMessage.sizeLimit)
        epoch = try cursor.number(of: bytes)
        version = try cursor.number(of: bytes)
        metadata = try cursor.publicField(of: bytes, atMost: BackupMessage.sizeLimit)
        body = try cursor.publicField(of: bytes, atMost: BackupMessage.sizeLimit)
    }
}

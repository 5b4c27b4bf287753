import Sealing

/// Keeps entries in memory, for tests of what a program logs.
public final class MemorySink: LogSink {
    private let entries = Lock<[LogRecord]>([])

    /// A sink without entries.
    public init() {}

    /// The entries so far.
    public var records: [LogRecord] { entries.withLock { $0 } }

    /// The lines of the entries so far.
    public var lines: [String] { records.map(\.line) }

    /// Keeps the entry.
    public func write(_ record: LogRecord) {
        entries.withLock { $0.append(record) }
    }
}

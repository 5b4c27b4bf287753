import Glibc
import Synchronization

/// Writes each entry as one line to standard error, with one `write(2)`.
///
/// Where standard error is a full pipe that nobody reads, the call waits as any write to it would, unless the descriptor
/// is non-blocking: then the line is dropped and counted.
public final class StandardErrorSink: LogSink {
    private let dropped = Atomic(0)

    /// A sink for this process's standard error.
    public init() {}

    /// Lines that could not be written, or not as a whole.
    public var droppedLines: Int { dropped.load(ordering: .relaxed) }

    /// Writes the entry's line.
    public func write(_ record: LogRecord) {
        if LineWriter.write(record.line, to: STDERR_FILENO) != .whole { dropped.add(1, ordering: .relaxed) }
    }
}

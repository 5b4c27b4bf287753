import Glibc
import Sealing
import Synchronization

/// Writes each entry as one line to standard error.
///
/// Where standard error is a pipe, a socket or a terminal that nobody reads, a line waits for at most 0.1 s, and then none
/// waits until one can be written again. Such lines are dropped and counted, and so are those to a reader that has gone,
/// which would otherwise end the process by `SIGPIPE`. Lines up to 4 KiB stay whole among those of other processes.
public final class StandardErrorSink: LogSink {
    private let format: LogFormat
    private let dropped = Atomic(0)
    private let stream: Lock<BoundedStream>
    private let process = Atomic(ForkWatch.generation)

    /// A sink for this process's standard error.
    public init(format: LogFormat = .text) {
        self.format = format
        stream = Lock(BoundedStream(STDERR_FILENO))
    }

    /// A sink for another stream.
    init(stream: CInt, mayReopen: Bool = true) {
        format = .text
        self.stream = Lock(BoundedStream(stream, mayReopen: mayReopen))
    }

    /// Lines that could not be written, or not as a whole.
    public var droppedLines: Int { dropped.load(ordering: .relaxed) }

    /// Writes the entry's line.
    public func write(_ record: LogRecord) {
        let line = format.line(of: record)
        // A child of a fork has its parent's lock and not the thread that may have held it; it is one thread at first.
        let generation = ForkWatch.generation
        if process.exchange(generation, ordering: .relaxed) != generation { stream.renew { _ in } }
        if !stream.withLock({ $0.write(line) }) { dropped.add(1, ordering: .relaxed) }
    }
}

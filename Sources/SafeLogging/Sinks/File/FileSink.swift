import Glibc
import Sealing

/// Writes each entry as one line to a file that only its owner can read.
///
/// The file has mode 0600 from its first byte, whatever the umask; a symbolic link, a file of another owner or anything but a
/// regular file is refused. Whole lines are written in append mode, so that several processes may share the file; one that
/// was moved away, as `logrotate` does, is made anew with the next line. Nothing is synced: a power cut may take the last
/// lines.
///
/// A thread of the sink's own, which waits 2 ms for lines to write at once, does all that concerns the file, so that a disk or a server that hangs does not stop who logs:
/// a line waits at most 0.1 s for room among 1 MiB of others, and then none waits until the file takes lines again. Only one
/// of level ``LogLevel/error``, which may be the last of a process, waits until it is written, within the same bound. A
/// line that finds no room or can't be written, such as on a full disk, is dropped and counted, and as soon as the log goes
/// on a line says there how many are missing. A normal `exit` waits for the lines of all sinks for 1 s at most; a process
/// that ends otherwise may lose those of its last moment.
public final class FileSink: LogSink {
    private let queue = LineQueue()
    /// The file as it was opened, for the first thread.
    private let opened: OpenedLogFile
    private let path: String
    private let rotation: LogRotation
    private let format: LogFormat

    /// Opens the file, or makes it, on the caller's thread.
    ///
    /// It is renamed to `path.1`, that to `path.2` and so on, and `keptFiles` of them are kept, once it has `rotationSize`
    /// bytes (0: never), and with the first line of a new `rotationPeriod` (whole seconds; nil: never). Periods are counted
    /// from 1970 in UTC, so that 86,400 s begin anew at midnight there. Throws where the file can't be opened safely.
    public convenience init(
        path: String, rotationSize: Int = 16 << 20, rotationPeriod: Duration? = nil, keptFiles: Int = 4,
        format: LogFormat = .text
    ) throws(LogFileError) {
        let rotation = LogRotation(
            size: max(0, rotationSize), period: max(0, rotationPeriod?.components.seconds ?? 0),
            keptFiles: max(1, keptFiles))
        self.init(try LogFile(path: path), path: path, rotation: rotation, format: format)
    }

    init(_ file: consuming LogFile, path: String, rotation: LogRotation, format: LogFormat = .text) {
        opened = OpenedLogFile(file)
        self.path = path
        self.rotation = rotation
        self.format = format
        LiveQueues.add(queue)
    }

    /// Waits for the lines so far, for 1 s at most.
    deinit {
        queue.close()
        _ = queue.flush(until: .after(LiveQueues.bound))
        LiveQueues.remove(queue)
    }

    /// Lines that found no room, or could not be written as a whole.
    public var droppedLines: Int { queue.droppedLines }

    /// Takes the entry's line for the file.
    public func write(_ record: LogRecord) {
        queue.add(format.bytes(of: record), isUrgent: record.level >= .error) { start() }
    }

    /// Waits until the lines so far are written, or dropped, for `limit` at most; tells whether they are.
    @discardableResult
    public func flush(within limit: Duration = .seconds(1)) -> Bool {
        queue.flush(until: .after(limit))
    }

    /// Starts the thread that writes; false where the system has none left.
    ///
    /// It runs under the queue's lock, so that no fork happens while the file is being taken.
    private func start() -> Bool {
        let (queue, path, rotation, format) = (queue, path, rotation, format)
        let file = OpenedLogFile(opened.take())
        return DedicatedThread.run {
            var writer = LogFileWriter(file.take(), path: path, rotation: rotation, format: format)
            var batch = LineQueue.Batch()
            var failed = 0
            while queue.exchange(&batch, failed: failed) { failed = writer.write(batch) }
        }
    }
}

/// A file that the thread which writes takes over from the one that opened it.
private final class OpenedLogFile: Sendable {
    private let file: Lock<LogFile?>
    private let process = ForkWatch.generation

    init(_ file: consuming LogFile?) {
        self.file = Lock(file)
    }

    /// The file, once; nil in a child of the process that opened it, which would share with its parent the lock that keeps two
    /// from putting the file aside at once.
    func take() -> LogFile? { process == ForkWatch.generation ? file.withLock { $0.take() } : nil }
}

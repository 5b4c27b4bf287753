import Sealing
import Synchronization

/// Writes each entry as one line to a file that only its owner can read.
///
/// The file has mode 0600 from its first byte, whatever the umask; a symbolic link, a file of another owner or anything but a
/// regular file is refused. Each line is one `write(2)` in append mode, so that several processes may share the file; one that
/// was moved away, as `logrotate` does, is made anew with the next line. Nothing is synced: a power cut may take the last
/// lines. A line that can't be written, such as on a full disk, is dropped and counted, and the first line that can be is
/// followed by one that says how many are missing.
///
/// The caller waits for other threads' lines and for the file system to take its own, and for nothing else: not for the disk,
/// for other processes or for a rotation of theirs.
public final class FileSink: LogSink {
    private struct State: ~Copyable, Sendable {
        var file: LogFile?
        /// Dropped lines that the file doesn't tell of yet.
        var missing = 0
    }

    private let path: String
    private let rotation: LogRotation
    private let format: LogFormat
    private let dropped = Atomic(0)
    private let state: Lock<State>

    /// Opens the file, or makes it.
    ///
    /// It is renamed to `path.1`, that to `path.2` and so on, and `keptFiles` of them are kept, once it has `rotationSize`
    /// bytes (0: never), and with the first line of a new `rotationPeriod` (whole seconds; nil: never). Periods are counted
    /// from 1970 in UTC, so that 86,400 s begin anew at midnight there. Throws where the file can't be opened safely.
    public init(
        path: String, rotationSize: Int = 16 << 20, rotationPeriod: Duration? = nil, keptFiles: Int = 4,
        format: LogFormat = .text
    ) throws(LogFileError) {
        self.path = path
        self.format = format
        rotation = LogRotation(
            size: max(0, rotationSize), period: max(0, rotationPeriod?.components.seconds ?? 0),
            keptFiles: max(1, keptFiles))
        state = Lock(State(file: try LogFile(path: path)))
    }

    /// Lines that could not be written, or not as a whole.
    public var droppedLines: Int { dropped.load(ordering: .relaxed) }

    /// Writes the entry's line.
    public func write(_ record: LogRecord) {
        let line = format.line(of: record)
        let isWritten = state.withLock { state in
            rotation.prepare(&state.file, path: path, room: line.utf8.count + 1, now: Timestamp.seconds())
            guard state.file?.append(line) == true else {
                state.missing += 1
                return false
            }
            if state.missing > 0, state.file?.append(notice(of: state.missing)) == true { state.missing = 0 }
            return true
        }
        if !isWritten { dropped.add(1, ordering: .relaxed) }
    }

    private func notice(of count: Int) -> String {
        format.line(
            of: LogRecord(
                timestamp: Timestamp.now(), level: .warning, category: "log",
                body: "lines that could not be written before the last: \(count)"))
    }
}

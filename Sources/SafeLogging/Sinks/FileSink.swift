import Synchronization

/// Writes each entry as one line to a file that only its owner can read.
///
/// The file has mode 0600 from its first byte, whatever the umask; a symbolic link, a file of another owner or anything but a
/// regular file is refused. Each line is one `write(2)` in append mode, so that several processes may share the file.
/// Nothing is synced: a power cut may take the last lines. A line that can't be written, such as on a full disk, is dropped
/// and counted; the caller neither waits nor fails.
public final class FileSink: LogSink {
    private let path: String
    private let rotation: LogRotation
    private let dropped = Atomic(0)
    private let file: Mutex<LogFile?>

    /// Opens the file, or makes it.
    ///
    /// Once it has `rotationSize` bytes (0: never) it is renamed to `path.1`, that to `path.2` and so on; `keptFiles`
    /// of them are kept. Throws where the file can't be opened safely.
    public init(path: String, rotationSize: Int = 16 << 20, keptFiles: Int = 4) throws(LogFileError) {
        self.path = path
        rotation = LogRotation(size: max(0, rotationSize), keptFiles: max(1, keptFiles))
        file = Mutex(try LogFile(path: path))
    }

    /// Lines that could not be written, or not as a whole.
    public var droppedLines: Int { dropped.load(ordering: .relaxed) }

    /// Writes the entry's line.
    public func write(_ record: LogRecord) {
        let line = record.line
        let isWritten = file.withLock { file in
            rotation.prepare(&file, path: path, room: line.utf8.count + 1)
            return file?.append(line) ?? false
        }
        if !isWritten { dropped.add(1, ordering: .relaxed) }
    }
}

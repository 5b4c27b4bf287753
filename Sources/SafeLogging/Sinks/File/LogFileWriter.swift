/// Appends lines to a log file, which it rotates, and opens anew where it was moved away.
struct LogFileWriter: ~Copyable, Sendable {
    private let path: String
    private let rotation: LogRotation
    private let format: LogFormat
    private var file: LogFile?
    /// Dropped lines that the file doesn't tell of yet.
    private var missing = 0

    /// The most that is written at once.
    private static let pieceSize = 65_536

    init(_ file: consuming LogFile?, path: String, rotation: LogRotation, format: LogFormat) {
        self.file = file
        self.path = path
        self.rotation = rotation
        self.format = format
    }

    /// Writes the lines, as many at once as the file may take before it is rotated; returns how many could not be.
    mutating func write(_ batch: LineQueue.Batch) -> Int {
        var failed = 0
        var line = 0
        while line < batch.ends.count {
            let start = line == 0 ? 0 : batch.ends[line - 1]
            let room = rotation.prepare(
                &file, path: path, room: batch.ends[line] - start, now: Timestamp.seconds())
            var end = line + 1
            while missing == 0, end < batch.ends.count, batch.ends[end] - start <= min(room, Self.pieceSize) {
                end += 1
            }
            let written = file?.append(batch.bytes[start..<batch.ends[end - 1]]) ?? 0
            let isWhole = written == batch.ends[end - 1] - start
            while line < end, batch.ends[line] - start <= written { line += 1 }
            if isWhole {
                tellOfMissing()
            } else {
                line += 1
                failed += 1
                missing += 1
            }
        }
        missing += batch.gap
        if batch.gap > 0 { tellOfMissing() }
        return failed
    }

    private mutating func tellOfMissing() {
        guard missing > 0 else { return }
        let bytes = format.bytes(
            of: LogRecord(
                timestamp: Timestamp.now(), level: .warning, category: "log",
                body: "lines that could not be written next to the last: \(missing)"))
        if file?.append(bytes[...]) == bytes.count { missing = 0 }
    }
}

import Glibc

/// Writes a line to a descriptor.
enum LineWriter {
    /// Writes `line` and a line feed with one `write(2)`, and tells whether all of it was taken.
    static func write(_ line: String, to descriptor: CInt) -> Bool {
        var bytes = Array(line.utf8)
        bytes.append(UInt8(ascii: "\n"))
        var written = -1
        repeat {
            written = unsafe Glibc.write(descriptor, bytes, bytes.count)
        } while written < 0 && errno == EINTR
        return written == bytes.count
    }
}

import Glibc

/// Writes a line to a descriptor.
enum LineWriter {
    enum Outcome {
        case whole
        /// The line's beginning stands there, without its end.
        case cut
        case nothing
    }

    /// Writes `line` and a line feed with one `write(2)`.
    static func write(_ line: String, to descriptor: CInt) -> Outcome {
        var bytes = Array(line.utf8)
        bytes.append(UInt8(ascii: "\n"))
        var written = -1
        repeat {
            written = unsafe Glibc.write(descriptor, bytes, bytes.count)
        } while written < 0 && errno == EINTR
        guard written > 0 else { return .nothing }
        return written == bytes.count ? .whole : .cut
    }
}

import Glibc
import Sealing

/// Reads one line straight into secret memory.
enum SecretInput {
    /// Bytes that a line may have.
    static let limit = 4_096
    /// Bytes of a line that a terminal is sure to pass on; it silently drops what is over.
    static let terminalLimit = 4_094

    enum Failure: Error {
        case notOpen
        case empty
        case tooLong
        case isTerminal
        case noTerminal
    }

    /// Reads up to a line feed or the end, and no byte more, so that another secret may follow in the same stream.
    static func line(from descriptor: CInt) throws(Failure) -> SecretBytes {
        guard fcntl(descriptor, F_GETFD) >= 0 else { throw .notOpen }
        guard !FileOutput.isTerminal(descriptor) else { throw .isTerminal }
        return unsafe try collect { (target) throws(Failure) in
            let count = unsafe read(descriptor, target.baseAddress, 1)
            guard count >= 0 || errno == EINTR else { throw .notOpen }
            return count
        }
    }

    /// Reads to the end; nil where there are more than `limit` bytes.
    static func everything(from descriptor: CInt, atMost limit: Int) throws(Failure) -> SecretBytes? {
        var buffer = SecretBytes(zeroed: limit + 1)
        let count = unsafe try buffer.withUnsafeMutableBytes { buffer throws(Failure) -> Int in
            var filled = 0
            while filled < buffer.count {
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
                let more = unsafe read(descriptor, rest.baseAddress, rest.count)
                if more < 0, errno == EINTR { continue }
                guard more >= 0 else { throw .notOpen }
                if more == 0 { break }
                filled += more
            }
            return filled
        }
        return count <= limit ? buffer.copy(0..<count) : nil
    }

    /// Collects what `readMore` puts into the rest of the buffer, until a line feed or the end; a count below zero is ignored.
    static func collect(
        _ readMore: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> SecretBytes {
        var buffer = SecretBytes(zeroed: limit + 1)
        var count = 0
        let length = unsafe try buffer.withUnsafeMutableBytes { buffer throws(Failure) -> Int in
            while true {
                guard count <= limit else { throw .tooLong }
                let more = unsafe try readMore(UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
                if more == 0 { return count }
                count += max(0, more)
                if more > 0, unsafe buffer[count - 1] == UInt8(ascii: "\n") { return count - 1 }
            }
        }
        guard length > 0 else { throw .empty }
        return buffer.copy(0..<length)
    }
}

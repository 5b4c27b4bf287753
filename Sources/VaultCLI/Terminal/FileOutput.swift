import Glibc
import Sealing

/// Writes whole texts and secrets to a file descriptor.
enum FileOutput {
    /// Returns false where not all of it could be written.
    @discardableResult
    static func write(_ text: String, to descriptor: CInt) -> Bool {
        Array(text.utf8).withRawSpan { write($0, to: descriptor) }
    }

    /// Writes a secret from where it lies.
    static func write(_ secret: borrowing SecretBytes, to descriptor: CInt) -> Bool {
        secret.withExposedBytes { write($0, to: descriptor) }
    }

    private static func write(_ bytes: RawSpan, to descriptor: CInt) -> Bool {
        var offset = 0
        while offset < bytes.byteCount {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(descriptor, bytes.baseAddress.map { unsafe $0 + offset }, bytes.count - offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }
}

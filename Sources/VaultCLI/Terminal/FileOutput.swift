import Glibc

/// Writes whole texts to a file descriptor.
enum FileOutput {
    /// Returns false where not all of it could be written.
    @discardableResult
    static func write(_ text: String, to descriptor: CInt) -> Bool {
        let bytes = Array(text.utf8)
        var offset = 0
        while offset < bytes.count {
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

import CSodium

/// Two random nonces for ``AEAD``, asked of the system at once: a call costs about as much as sealing 500 bytes.
///
/// They are for what is sealed right away, as a record's two parts are; each is handed out once.
package struct FreshNonces: ~Copyable {
    private static let count = 2

    private var bytes = [48 of UInt8](repeating: 0)
    private var used = 0

    package init() {
        _ = Sodium.ready
        unsafe withUnsafeMutableBytes(of: &bytes) { bytes in
            unsafe randombytes_buf(pointer(bytes), bytes.count)
        }
    }

    /// Writes the next nonce's 24 bytes.
    mutating func take(to target: UnsafeMutableRawPointer) {
        precondition(used < Self.count, "no nonce is used twice")
        unsafe withUnsafeBytes(of: bytes) { bytes in
            let nonce = unsafe UnsafeRawBufferPointer(
                rebasing: bytes[used * AEAD.nonceSize..<(used + 1) * AEAD.nonceSize])
            unsafe UnsafeMutableRawBufferPointer(start: target, count: AEAD.nonceSize).copyMemory(from: nonce)
        }
        used += 1
    }
}

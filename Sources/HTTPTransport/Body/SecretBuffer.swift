import Sealing

/// Bytes that arrive piece by piece, in secret memory that grows; what it outgrows is wiped.
struct SecretBuffer: ~Copyable {
    private var storage: SecretBytes
    private(set) var count = 0

    init(capacity: Int = 1_024) {
        storage = SecretBytes(zeroed: max(capacity, 1))
    }

    mutating func append(_ bytes: RawSpan) {
        reserve(bytes.byteCount)
        let range = count..<(count + bytes.byteCount)
        unsafe storage.withUnsafeMutableBytes { target in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[range]).copyMemory(from: bytes)
            }
        }
        count = range.upperBound
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        let index = count
        unsafe storage.withUnsafeMutableBytes { target in unsafe target[index] = byte }
        count += 1
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { text in append(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(text))) }
    }

    /// Makes room for `more` bytes; at least doubles, so that the copying stays linear.
    mutating func reserve(_ more: Int) {
        guard storage.count - count < more else { return }
        let used = count
        var larger = SecretBytes(zeroed: max(storage.count * 2, used + more))
        unsafe storage.withUnsafeBytes { old in
            unsafe larger.withUnsafeMutableBytes { new in
                unsafe new.copyMemory(from: UnsafeRawBufferPointer(rebasing: old[..<used]))
            }
        }
        storage = larger
    }

    /// The bytes so far, in memory of exactly their size.
    consuming func finish() -> SecretBytes {
        guard count < storage.count else { return storage }
        return storage.copy(0..<count)
    }
}

/// Builds a message inside secret memory, so that its parts never stand in ordinary memory.
///
/// All numbers are little-endian. A field of variable length is preceded by its length.
package struct SecretWriter: ~Copyable {
    private var storage: SecretBytes
    private var count = 0

    /// A writer that has room for exactly `capacity` bytes; writing more is a fault of the caller and traps.
    package init(capacity: Int) {
        storage = SecretBytes(zeroed: capacity)
    }

    package mutating func append(_ bytes: RawSpan) {
        let end = count + bytes.byteCount
        precondition(end <= storage.count, "more bytes written than the writer has room for")
        unsafe storage.withUnsafeMutableBytes { target in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[count..<end]).copyMemory(from: bytes)
            }
        }
        count = end
    }

    // For the reason that ``ByteWriter`` gives.

    package mutating func append(_ number: UInt8) { appendBytes(of: number) }

    package mutating func append(_ number: UInt32) { appendBytes(of: number) }

    package mutating func append(_ number: UInt64) { appendBytes(of: number) }

    package mutating func append(_ number: Int64) { appendBytes(of: number) }

    package mutating func append(_ number: some FixedWidthInteger & BitwiseCopyable) { appendBytes(of: number) }

    @inline(__always)
    private mutating func appendBytes(of number: some FixedWidthInteger & BitwiseCopyable) {
        let little = number.littleEndian
        unsafe Swift.withUnsafeBytes(of: little) { unsafe append(RawSpan(_unsafeBytes: $0)) }
    }

    /// Appends a four-byte length and the bytes.
    package mutating func appendField(_ bytes: RawSpan) {
        append(UInt32(bytes.byteCount))
        append(bytes)
    }

    /// Appends a four-byte length and the text's UTF-8.
    package mutating func appendField(_ text: String) {
        Array(text.utf8).withRawSpan { appendField($0) }
    }

    /// The message.
    ///
    /// Room that was not written stays zero.
    package consuming func finish() -> SecretBytes {
        storage
    }

    /// The message followed by ISO/IEC 7816-4 padding up to the writer's capacity.
    package consuming func finishPadded() -> SecretBytes {
        append(UInt8(0x80))
        return storage
    }
}

/// Builds a message of public bytes, such as associated data, with the encoding of ``SecretWriter``.
package struct ByteWriter {
    @usableFromInline var storage: [UInt8] = []

    @inlinable package var bytes: [UInt8] { storage }

    package init(capacity: Int = 0) {
        storage.reserveCapacity(capacity)
    }

    @inlinable package mutating func append(_ more: some Sequence<UInt8>) {
        storage.append(contentsOf: more)
    }

    @inlinable package mutating func append(_ number: some FixedWidthInteger & BitwiseCopyable) {
        var rest = number
        for _ in 0..<(number.bitWidth / 8) {
            storage.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// Appends a four-byte length and the bytes.
    @inlinable package mutating func appendField(_ more: some Collection<UInt8>) {
        append(UInt32(more.count))
        append(more)
    }
}

/// Builds a message of public bytes, such as associated data, with the encoding of ``SecretWriter``.
package struct ByteWriter {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    package mutating func append(_ more: some Sequence<UInt8>) {
        bytes.append(contentsOf: more)
    }

    package mutating func append(_ number: some FixedWidthInteger & BitwiseCopyable) {
        var rest = number
        for _ in 0..<(number.bitWidth / 8) {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// Appends a four-byte length and the bytes.
    package mutating func appendField(_ more: some Collection<UInt8>) {
        append(UInt32(more.count))
        append(more)
    }
}

/// Builds a message of public bytes, such as associated data, with the encoding of ``SecretWriter``.
package struct ByteWriter {
    private var storage: [UInt8] = []

    package var bytes: [UInt8] { storage }

    package init(capacity: Int = 0) {
        storage.reserveCapacity(capacity)
    }

    // Other modules get no specialised copy of a generic function, and one that is not takes twenty times as long: so there
    // is one for each type that is written often.

    package mutating func append(_ more: [UInt8]) { storage.append(contentsOf: more) }

    package mutating func append(_ text: String.UTF8View) { storage.append(contentsOf: text) }

    package mutating func append(_ more: some Sequence<UInt8>) { storage.append(contentsOf: more) }

    package mutating func append(_ number: UInt8) { storage.append(number) }

    package mutating func append(_ number: UInt32) { appendBytes(of: number) }

    package mutating func append(_ number: UInt64) { appendBytes(of: number) }

    package mutating func append(_ number: Int64) { appendBytes(of: number) }

    package mutating func append(_ number: some FixedWidthInteger & BitwiseCopyable) { appendBytes(of: number) }

    @inline(__always)
    private mutating func appendBytes(of number: some FixedWidthInteger & BitwiseCopyable) {
        var rest = number
        for _ in 0..<(number.bitWidth / 8) {
            storage.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// Appends a four-byte length and the bytes.
    package mutating func appendField(_ more: [UInt8]) {
        append(UInt32(more.count))
        append(more)
    }

    /// Appends a four-byte length and the bytes.
    package mutating func appendField(_ more: some Collection<UInt8>) {
        append(UInt32(more.count))
        append(more)
    }
}

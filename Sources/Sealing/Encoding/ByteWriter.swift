/// Builds a message of public bytes, such as associated data, with the encoding of ``SecretWriter``.
///
/// Most are short and made for one call: up to 128 bytes take no memory of the heap. What is written often has a form of its
/// own here, since generic functions of this access are not specialised in other modules.
package struct ByteWriter {
    private static let roomSize = 128

    private var room = [128 of UInt8](repeating: 0)
    private var used = 0
    /// Holds the whole message, once it has outgrown the room, and is longer than it.
    private var long: [UInt8] = []

    package init(capacity: Int = 0) {
        if capacity > Self.roomSize { long = [UInt8](repeating: 0, count: capacity) }
    }

    package var count: Int { used }

    package var bytes: [UInt8] { withRawSpan { [UInt8](copying: $0) } }

    /// Lends the message.
    package func withRawSpan<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        guard long.isEmpty else { return try unsafe body(long.span.bytes.extracting(first: used)) }
        return try unsafe body(room.span.bytes.extracting(first: used))
    }

    package mutating func append(_ more: RawSpan) {
        unsafe more.withUnsafeBytes { more in unsafe append(more) }
    }

    package mutating func append(_ more: [UInt8]) {
        unsafe more.withUnsafeBytes { more in unsafe append(more) }
    }

    package mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { text in unsafe append(UnsafeRawBufferPointer(text)) }
    }

    package mutating func append(_ more: some Sequence<UInt8>) {
        let wasContiguous: Void? = more.withContiguousStorageIfAvailable { more in
            unsafe append(UnsafeRawBufferPointer(more))
        }
        if wasContiguous == nil { append(Array(more)) }
    }

    package mutating func append(_ number: UInt8) { appendBytes(of: number) }

    package mutating func append(_ number: UInt32) { appendBytes(of: number.littleEndian) }

    package mutating func append(_ number: UInt64) { appendBytes(of: number.littleEndian) }

    package mutating func append(_ number: Int64) { appendBytes(of: number.littleEndian) }

    package mutating func append(_ number: some FixedWidthInteger & BitwiseCopyable) {
        appendBytes(of: number.littleEndian)
    }

    /// Appends a four-byte length and the bytes.
    package mutating func appendField(_ more: [UInt8]) {
        append(UInt32(more.count))
        append(more)
    }

    /// Appends a four-byte length and the bytes.
    package mutating func appendField(_ more: RawSpan) {
        append(UInt32(more.byteCount))
        append(more)
    }

    /// Appends a four-byte length and the text's UTF-8.
    package mutating func appendField(_ text: String) {
        var text = text
        text.withUTF8 { text in
            append(UInt32(text.count))
            unsafe append(UnsafeRawBufferPointer(text))
        }
    }

    /// Appends a four-byte length and the bytes.
    package mutating func appendField(_ more: some Collection<UInt8>) {
        append(UInt32(more.count))
        append(more)
    }

    /// Appends ISO/IEC 7816-4 padding, up to the message's padded size.
    package mutating func pad() {
        let padding = Padding.paddedSize(of: count) - count
        append(UInt8(0x80))
        append([UInt8](repeating: 0, count: padding - 1))
    }

    @inline(__always)
    private mutating func appendBytes<Number: BitwiseCopyable>(of number: Number) {
        let end = used + MemoryLayout<Number>.size
        guard long.isEmpty, end <= Self.roomSize else {
            return unsafe Swift.withUnsafeBytes(of: number) { bytes in unsafe appendLong(bytes) }
        }
        unsafe Swift.withUnsafeMutableBytes(of: &room) { room in
            unsafe room.storeBytes(of: number, toByteOffset: used, as: Number.self)
        }
        used = end
    }

    private mutating func append(_ more: UnsafeRawBufferPointer) {
        let end = used + more.count
        guard long.isEmpty, end <= Self.roomSize else { return unsafe appendLong(more) }
        unsafe Swift.withUnsafeMutableBytes(of: &room) { room in
            unsafe UnsafeMutableRawBufferPointer(rebasing: room[used..<end]).copyMemory(from: more)
        }
        used = end
    }

    private mutating func appendLong(_ more: UnsafeRawBufferPointer) {
        let end = used + more.count
        if long.count < end { grow(toHold: end) }
        unsafe long.withUnsafeMutableBytes { long in
            unsafe UnsafeMutableRawBufferPointer(rebasing: long[used..<end]).copyMemory(from: more)
        }
        used = end
    }

    private mutating func grow(toHold count: Int) {
        var longer = bytes
        longer.append(contentsOf: repeatElement(0, count: max(2 * count, 512) - used))
        long = longer
    }
}

import Sealing

/// A keyed hash of eight bytes to 32 bits, about a nanosecond each.
///
/// Two multiplications by secret odd numbers with a fold in between: every bit of the input reaches the upper half of the
/// first product or, folded down, the second one, whose upper half is the result. It is no authenticator, only a filter that
/// someone without the key can't aim at; a confirm follows each hit.
struct WindowHash: Sendable {
    static let windowSize = 8

    private let offset: UInt64
    private let first: UInt64
    private let second: UInt64

    /// Takes the hash's three numbers from the first 24 bytes of `key`.
    init(_ key: borrowing SymmetricKey) {
        let numbers = key.bytes.withExposedBytes { bytes in
            (0..<3).map { word in
                (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes.byte(at: word * 8 + $1)) << UInt64(8 * $1) }
            }
        }
        offset = numbers[0]
        first = numbers[1] | 1
        second = numbers[2] | 1
    }

    /// Hash of eight bytes read as a little-endian number.
    @inline(__always)
    func callAsFunction(_ window: UInt64) -> UInt32 {
        var mixed = (window ^ offset) &* first
        mixed ^= mixed >> 32
        mixed = mixed &* second
        return UInt32(truncatingIfNeeded: mixed >> 32)
    }

    /// Hash of the eight bytes from `index` on, which must be in bounds.
    @inline(__always)
    func callAsFunction(_ bytes: RawSpan, at index: Int) -> UInt32 {
        precondition(index >= 0 && index <= bytes.byteCount - Self.windowSize, "window outside the span")
        let window = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
        return self(UInt64(littleEndian: window))
    }
}

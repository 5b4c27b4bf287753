import Sealing

/// A keyed hash of 24 bytes to 32 bits, quick enough for every byte of a log.
///
/// It is no one-way function and needs none: whatever is computed from it, a stored hash tells 32 bits of its 24 bytes and
/// no more.
package struct AnchorHash: Sendable {
    /// The bytes hashed.
    package static let size = 24

    let offset: UInt64
    let factor: UInt64

    /// Takes the hash's two numbers from the first 16 bytes of `key`.
    init(_ key: borrowing SymmetricKey) {
        let numbers = key.bytes.withExposedBytes { bytes in
            (0..<2).map { word in
                (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes.byte(at: word * 8 + $1)) << UInt64(8 * $1) }
            }
        }
        offset = numbers[0]
        factor = numbers[1] | 1
    }

    /// Hash of 24 bytes that were folded to eight.
    @inline(__always)
    func callAsFunction(folded: UInt64) -> UInt32 {
        let product = (folded ^ offset).multipliedFullWidth(by: factor)
        return UInt32(truncatingIfNeeded: (product.high ^ product.low) &>> 32)
    }

    /// Hash of the 24 bytes from `index` on, which must be in bounds.
    func callAsFunction(_ bytes: RawSpan, at index: Int) -> UInt32 {
        precondition(index >= 0 && index <= bytes.byteCount - Self.size, "anchor outside the span")
        var folded: UInt64 = 0
        for place in index..<(index + 8) {
            let byte = bytes.byte(at: place) &+ 3 &* bytes.byte(at: place + 8) &+ 5 &* bytes.byte(at: place + 16)
            folded |= UInt64(byte) << UInt64(8 * (place - index))
        }
        return self(folded: folded)
    }

    /// Folds the bytes that begin at each of 16 places: byte by byte, the sum of the first, three times the one eight bytes
    /// behind it and five times the one 16 behind.
    @inline(__always)
    static func fold(_ first: SIMD16<UInt8>, _ second: SIMD16<UInt8>, _ third: SIMD16<UInt8>) -> SIMD16<UInt8> {
        let twice = third &+ third
        return first &+ second &+ (second &+ second) &+ third &+ (twice &+ twice)
    }
}

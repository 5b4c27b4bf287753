import Sealing

/// Reads a text for places whose 24 bytes have a known hash.
///
/// Its loops read every byte of a log, so they work on pointers.
@safe
struct AnchorScan {
    /// Places whose bytes are folded at once.
    private static let block = 4_096

    private let table: WindowTable
    private let hash: AnchorHash

    init(_ table: WindowTable, hash: AnchorHash) {
        self.table = table
        self.hash = hash
    }

    /// Hands over each place in `bytes` that passes the filter, with its hash.
    func forEachCandidate(in bytes: RawSpan, _ body: (Int, UInt32) -> Void) {
        let places = bytes.byteCount - AnchorHash.size + 1
        guard places > 0 else { return }
        unsafe withUnsafeTemporaryAllocation(byteCount: Self.block + 24, alignment: 16) { folded in
            unsafe bytes.withUnsafeBytes { bytes in
                for start in stride(from: 0, to: places, by: Self.block) {
                    let count = min(Self.block, places - start)
                    unsafe fold(bytes, from: start, count + 7, into: folded)
                    unsafe search(folded, count) { body(start + $0, $1) }
                }
            }
        }
    }

    /// Folds at `count` places, of which the last 24 bytes end with the text; `folded` has room for 16 more.
    private func fold(
        _ bytes: UnsafeRawBufferPointer, from start: Int, _ count: Int, into folded: UnsafeMutableRawBufferPointer
    ) {
        let vector = SIMD16<UInt8>.self
        var place = 0
        while place < count, start + place + 32 <= bytes.count {
            let sum = unsafe AnchorHash.fold(
                bytes.loadUnaligned(fromByteOffset: start + place, as: vector),
                bytes.loadUnaligned(fromByteOffset: start + place + 8, as: vector),
                bytes.loadUnaligned(fromByteOffset: start + place + 16, as: vector))
            unsafe folded.storeBytes(of: sum, toByteOffset: place, as: vector)
            place += 16
        }
        while place < count, start + place + 16 < bytes.count {
            let at = start + place
            unsafe folded[place] = bytes[at] &+ 3 &* bytes[at + 8] &+ 5 &* bytes[at + 16]
            place += 1
        }
    }

    private func search(_ folded: UnsafeMutableRawBufferPointer, _ count: Int, _ body: (Int, UInt32) -> Void) {
        unsafe table.filter.withUnsafeBytes { filter in
            guard let base = filter.baseAddress, let words = folded.baseAddress else { return }
            let mask = table.filterMask
            var place = 0
            while place < count {
                let end = min(place + 8, count)
                var passes: UInt8 = 0
                var index = place
                while index < end {
                    let word = unsafe words.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    let bit = hash(folded: UInt64(littleEndian: word)) & mask
                    passes |= unsafe base.load(fromByteOffset: Int(bit &>> 3), as: UInt8.self) &>> UInt8(bit & 7)
                    index &+= 1
                }
                if passes & 1 != 0 {
                    for index in place..<end {
                        let word = unsafe words.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                        let value = hash(folded: UInt64(littleEndian: word))
                        let bit = value & mask
                        let byte = unsafe base.load(fromByteOffset: Int(bit &>> 3), as: UInt8.self)
                        if byte &>> UInt8(bit & 7) & 1 != 0 { body(index, value) }
                    }
                }
                place = end
            }
        }
    }
}

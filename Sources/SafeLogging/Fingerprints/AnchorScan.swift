import Sealing

/// Reads a text for places whose 24 bytes have a known hash.
///
/// Its loops read every byte of a log, so they work on pointers.
@safe
struct AnchorScan {
    /// Places whose bytes are folded at once.
    private static let block = 4_096

    private let table: AnchorTable
    private let hash: AnchorHash

    init(_ table: AnchorTable, hash: AnchorHash) {
        self.table = table
        self.hash = hash
    }

    /// Hands over each place in some parts of the text that passes the filter, with its hash, where 24 bytes of the right sort
    /// may stand.
    func forEachCandidate(
        in bytes: RawSpan, _ parts: [Range<Int>], where text: AnchorText, _ body: (Int, UInt32) -> Void
    ) {
        unsafe withUnsafeTemporaryAllocation(byteCount: Self.block + 32, alignment: 16) { folded in
            for part in parts {
                switch text {
                case .token: unsafe search(LetterSort.token, part, of: bytes, folded, body)
                case .visible: unsafe search(ByteRange.visible, part, of: bytes, folded, body)
                case .plain: unsafe search(ByteRange.plain, part, of: bytes, folded, body)
                case .any: unsafe search(part, of: bytes, folded, body)
                }
            }
        }
    }

    private func search(
        _ sort: some CoarseSort, _ part: Range<Int>, of bytes: RawSpan, _ folded: UnsafeMutableRawBufferPointer,
        _ body: (Int, UInt32) -> Void
    ) {
        sort.forEachRun(atLeast: AnchorHash.size, in: bytes, part) { run in
            unsafe search(run, of: bytes, folded, body)
        }
    }

    private func search(
        _ run: Range<Int>, of bytes: RawSpan, _ folded: UnsafeMutableRawBufferPointer, _ body: (Int, UInt32) -> Void
    ) {
        unsafe bytes.withUnsafeBytes { bytes in
            var start = run.lowerBound
            while start + AnchorHash.size <= run.upperBound {
                let count = min(Self.block, run.upperBound - AnchorHash.size + 1 - start)
                unsafe fold(bytes, from: start, count + 15, into: folded)
                unsafe search(folded, count) { body(start + $0, $1) }
                start += count
            }
        }
    }

    /// Folds at `count` places, with zeros where the text ends before; `folded` has room for 16 more.
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
        while place < count {
            unsafe folded[place] = 0
            place += 1
        }
    }

    /// Looks up eight places at a time without a branch; of the last eight, those behind `count` are passed over.
    private func search(
        _ folded: UnsafeMutableRawBufferPointer, _ count: Int, _ body: (Int, UInt32) -> Void
    ) {
        unsafe table.filter.withUnsafeBufferPointer { filter in
            guard let filter = filter.baseAddress, let words = folded.baseAddress else { return }
            unsafe search(words, count, filter, body)
        }
    }

    private func search(
        _ words: UnsafeMutableRawPointer, _ count: Int, _ filter: UnsafePointer<UInt32>,
        _ body: (Int, UInt32) -> Void
    ) {
        let (hash, mask) = (hash, table.wordMask)
        @inline(__always)
        func value(_ place: Int) -> UInt32 {
            let word = unsafe words.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            return hash(folded: UInt64(littleEndian: word))
        }
        @inline(__always)
        func pass(_ value: UInt32) -> UInt32 { unsafe filter[Int(value &>> 5 & mask)] &>> value }
        var place = 0
        while place < count {
            var passes: UInt32 = 0
            for step in 0..<8 { passes |= pass(value(place &+ step)) }
            if passes & 1 != 0 {
                for index in place..<min(place + 8, count) {
                    let value = value(index)
                    if pass(value) & 1 != 0 { body(index, value) }
                }
            }
            place &+= 8
        }
    }
}

/// Text made from another, piece by piece, and where each piece came from.
struct MappedText {
    /// How the bytes of a piece follow from the original.
    enum Mapping {
        /// Byte from byte.
        case same
        /// Each byte from two bytes.
        case pairs
        /// Three bytes from four characters of six bits.
        case sextets
        /// All bytes of the piece from so many bytes.
        case unit(Int)
    }

    /// Small, since text may consist of escapes alone: places in a text are under 4 GiB.
    private struct Piece {
        var start: UInt32
        let origin: UInt32
        /// The length of a unit, or which of the other mappings it is.
        private let code: UInt32

        private static let (same, pairs, sextets) = (UInt32.max, UInt32.max - 1, UInt32.max - 2)

        init(_ mapping: Mapping, start: Int, origin: Int) {
            self.start = UInt32(truncatingIfNeeded: start)
            self.origin = UInt32(truncatingIfNeeded: origin)
            code =
                switch mapping {
                case .same: Self.same
                case .pairs: Self.pairs
                case .sextets: Self.sextets
                case .unit(let length): UInt32(truncatingIfNeeded: length)
                }
        }

        var mapping: Mapping {
            switch code {
            case Self.same: .same
            case Self.pairs: .pairs
            case Self.sextets: .sextets
            default: .unit(Int(code))
            }
        }
    }

    /// Stands where text is left out: no character of an encoding, and no line end that might be a wrap.
    static let mark: UInt8 = 0

    private(set) var bytes: [UInt8] = []
    private var pieces: [Piece] = []

    var isEmpty: Bool { bytes.isEmpty }

    /// Begins a piece whose original begins at `origin`.
    mutating func beginPiece(_ mapping: Mapping, from origin: Int) {
        pieces.append(Piece(mapping, start: bytes.count, origin: origin))
    }

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(contentsOf more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    @inline(__always)
    mutating func append(count: Int, _ byte: (Int) -> UInt8) {
        bytes.append(addingCapacity: count) { (output: inout OutputSpan<UInt8>) in
            for number in 0..<count { output.append(byte(number)) }
        }
    }

    /// Appends the whole bytes that `count` numbers of six bits make, which ``Sextets/padding`` bytes follow.
    mutating func append(sextets: UnsafeRawBufferPointer, count: Int) {
        let room = Sextets.room(for: count)
        bytes.append(addingCapacity: room) { (output: inout OutputSpan<UInt8>) in
            unsafe output.withUnsafeMutableBufferPointer { output, filled in
                let target = unsafe UnsafeMutableBufferPointer(rebasing: output[filled...])
                filled += unsafe Sextets.pack(sextets, count: count, into: UnsafeMutableRawBufferPointer(target))
            }
        }
    }

    /// Keeps apart what does not follow one on the other.
    mutating func appendBreak(at origin: Int) {
        beginPiece(.unit(0), from: origin)
        bytes.append(Self.mark)
    }

    /// Where the text ends by now.
    var end: (bytes: Int, pieces: Int) { (bytes.count, pieces.count) }

    /// Removes what came behind an earlier end.
    mutating func remove(from end: (bytes: Int, pieces: Int)) {
        bytes.removeLast(bytes.count - end.bytes)
        pieces.removeLast(pieces.count - end.pieces)
    }

    /// Hands over text that has become long, in the midst of what belongs together, and keeps at least its last `overlap` bytes;
    /// tells whether it did.
    mutating func handOver(repeating overlap: Int, _ body: (MappedText) -> Void) -> Bool {
        guard bytes.count >= max(Disguise.batch, overlap) + overlap else { return false }
        body(self)
        let first = piece(at: bytes.count - overlap)
        let start = pieces[first].start
        bytes.removeFirst(Int(start))
        pieces.removeFirst(first)
        for index in pieces.indices { pieces[index].start -= start }
        return true
    }

    /// Empties it, and leaves nothing in the room that it keeps.
    mutating func wipe() {
        bytes.wipe()
        removeAll()
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        pieces.removeAll(keepingCapacity: true)
    }

    /// The original bytes that hold anything of a range of these.
    func originalRange(_ range: Range<Int>) -> Range<Int> {
        guard !range.isEmpty else { return 0..<0 }
        let start = origin(of: range.lowerBound).lowerBound
        return start..<max(start, origin(of: range.upperBound - 1).upperBound)
    }

    /// Tells whether a range of these stands like this in the original.
    func isKnown(_ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return true }
        let first = piece(at: range.lowerBound)
        guard case .same = pieces[first].mapping else { return false }
        return first + 1 == pieces.count || range.upperBound <= Int(pieces[first + 1].start)
    }

    /// The parts of these that have every stretch of `size` bytes in them that is new: the stretch, or one of the `margin`
    /// bytes on either side of it, does not stand like this in the original.
    func news(of size: Int, within margin: Int) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = 0
        for number in pieces.indices {
            guard case .same = pieces[number].mapping else { continue }
            let end = number + 1 < pieces.count ? Int(pieces[number + 1].start) : bytes.count
            let firstKnown = Int(pieces[number].start) + margin
            let nextNew = end - margin - size + 1
            guard firstKnown < nextNew else { continue }
            let part = start..<min(firstKnown + size - 1, bytes.count)
            if part.count >= size { parts.append(part) }
            start = nextNew
        }
        if bytes.count - start >= size { parts.append(start..<bytes.count) }
        return parts
    }

    /// The number of the piece that byte `index` is part of.
    private func piece(at index: Int) -> Int {
        var low = 0
        var high = pieces.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if pieces[middle].start <= index { low = middle } else { high = middle }
        }
        return low
    }

    private func origin(of index: Int) -> Range<Int> {
        let piece = pieces[piece(at: index)]
        let distance = index - Int(piece.start)
        let origin = Int(piece.origin)
        return switch piece.mapping {
        case .same: (origin + distance)..<(origin + distance + 1)
        case .pairs: (origin + 2 * distance)..<(origin + 2 * distance + 2)
        case .sextets: (origin + 8 * distance / 6)..<(origin + (8 * distance + 7) / 6 + 1)
        case .unit(let length): origin..<(origin + length)
        }
    }
}

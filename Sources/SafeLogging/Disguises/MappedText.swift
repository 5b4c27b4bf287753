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

    private struct Piece {
        let start: Int
        let origin: Int
        let mapping: Mapping
    }

    /// Stands where text is left out: no character of an encoding, and no line end that might be a wrap.
    static let mark: UInt8 = 0

    private(set) var bytes: [UInt8] = []
    private var pieces: [Piece] = []

    var isEmpty: Bool { bytes.isEmpty }

    /// Begins a piece whose original begins at `origin`.
    mutating func beginPiece(_ mapping: Mapping, from origin: Int) {
        pieces.append(Piece(start: bytes.count, origin: origin, mapping: mapping))
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

    private func origin(of index: Int) -> Range<Int> {
        var low = 0
        var high = pieces.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if pieces[middle].start <= index { low = middle } else { high = middle }
        }
        let piece = pieces[low]
        let distance = index - piece.start
        return switch piece.mapping {
        case .same: (piece.origin + distance)..<(piece.origin + distance + 1)
        case .pairs: (piece.origin + 2 * distance)..<(piece.origin + 2 * distance + 2)
        case .sextets: (piece.origin + 8 * distance / 6)..<(piece.origin + (8 * distance + 7) / 6 + 1)
        case .unit(let length): piece.origin..<(piece.origin + length)
        }
    }
}

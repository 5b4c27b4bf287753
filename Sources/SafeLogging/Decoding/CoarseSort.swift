import Sealing

/// A sort of bytes within ASCII of which eight are told at once.
protocol CoarseSort {
    /// The top bit of each byte of another sort.
    func others(_ word: UInt64) -> UInt64
}

extension CoarseSort {
    /// Hands over each run of at least `shortest` bytes, a multiple of eight, in `range` of the text, the longest that there
    /// are.
    ///
    /// Of text without runs, eight bytes in many are looked at.
    @inline(__always)
    func forEachRun(atLeast shortest: Int, in text: RawSpan, _ range: Range<Int>, _ body: (Range<Int>) -> Void) {
        unsafe text.withUnsafeBytes { text in
            var start = range.lowerBound
            while start &+ shortest <= range.upperBound {
                if let other = unsafe lastOther(in: text, start..<(start &+ shortest)) {
                    start = other &+ 1
                    continue
                }
                let end = unsafe end(in: text, (start &+ shortest)..<range.upperBound)
                body(start..<end)
                start = end &+ 1
            }
        }
    }

    /// The last byte in `range`, of a multiple of eight bytes, that is of another sort.
    @inline(__always)
    private func lastOther(in text: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
        var place = range.upperBound
        while place > range.lowerBound {
            place &-= 8
            let others = unsafe others(in: text, at: place)
            if others != 0 { return place &+ (63 &- others.leadingZeroBitCount) &>> 3 }
        }
        return nil
    }

    /// Where the bytes of this sort end that `range` begins with.
    @inline(__always)
    private func end(in text: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int {
        var place = range.lowerBound
        while place &+ 8 <= range.upperBound {
            let others = unsafe others(in: text, at: place)
            if others != 0 { return place &+ others.trailingZeroBitCount &>> 3 }
            place &+= 8
        }
        while place < range.upperBound, unsafe others(UInt64(text[place])) & 0x80 == 0 { place &+= 1 }
        return place
    }

    @inline(__always)
    private func others(in text: UnsafeRawBufferPointer, at place: Int) -> UInt64 {
        others(UInt64(littleEndian: unsafe text.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
    }
}

/// The bytes from one to another.
struct ByteRange: CoarseSort {
    private let beforeFirst: UInt64
    private let behindLast: UInt64

    /// What shows.
    static let visible = ByteRange(0x21...0x7E)
    static let plain = ByteRange(0...0x7F)

    init(_ range: ClosedRange<UInt8>) {
        let each: UInt64 = 0x0101_0101_0101_0101
        beforeFirst = UInt64(0x80 - range.lowerBound) &* each
        behindLast = UInt64(0x7F - range.upperBound) &* each
    }

    @inline(__always)
    func others(_ word: UInt64) -> UInt64 {
        let low = word & 0x7F7F_7F7F_7F7F_7F7F
        return (~(low &+ beforeFirst) | (low &+ behindLast) | word) & 0x8080_8080_8080_8080
    }
}

/// The bytes of a range, and those that are in another once the bit is set that makes capitals small.
struct LetterSort: CoarseSort {
    private let range: ByteRange
    private let letters: ByteRange

    /// The characters of tokens, and `, : ; < [ \ ] ^ { | }` besides.
    static let token = LetterSort(letters: 0x61...0x7F, 0x2B...0x3D)
    /// The characters of base64, and `, . [ \ ] ^ { | } ~` besides.
    static let base64 = LetterSort(letters: 0x61...0x7F, 0x2B...0x39)

    private init(letters: ClosedRange<UInt8>, _ range: ClosedRange<UInt8>) {
        self.range = ByteRange(range)
        self.letters = ByteRange(letters)
    }

    @inline(__always)
    func others(_ word: UInt64) -> UInt64 {
        range.others(word) & letters.others(word | 0x2020_2020_2020_2020)
    }
}

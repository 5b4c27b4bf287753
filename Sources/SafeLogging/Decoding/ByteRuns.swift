import Sealing

/// Finds long runs of bytes of one sort.
struct ByteRuns: Sendable {
    /// The shortest run that counts, in bytes.
    let shortest: Int
    private let members: [Bool]

    init(shortest: Int, of isMember: (UInt8) -> Bool) {
        self.shortest = shortest
        members = (0...255).map { isMember($0) }
    }

    /// Hands over each run in `range` of the text, the longest that there are.
    ///
    /// Of text without runs, one byte in many is looked at.
    func forEach(in text: RawSpan, _ range: Range<Int>, _ body: (Range<Int>) -> Void) {
        unsafe text.withUnsafeBytes { text in
            unsafe members.withUnsafeBufferPointer { members in
                var start = range.lowerBound
                while start + shortest <= range.upperBound {
                    var index = start + shortest - 1
                    while index >= start, unsafe members[Int(text[index])] { index -= 1 }
                    guard index < start else {
                        start = index + 1
                        continue
                    }
                    var end = start + shortest
                    while end < range.upperBound, unsafe members[Int(text[end])] { end += 1 }
                    body(start..<end)
                    start = end + 1
                }
            }
        }
    }
}

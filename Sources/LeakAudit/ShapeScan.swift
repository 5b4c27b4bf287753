import SafeLogging

/// Searches one log, buffer by buffer, for secrets that show by their shape.
struct ShapeScan {
    /// What has a shape, with its place in the whole text.
    struct Place {
        let shape: LogShape
        let line: Int
        let bytes: Range<Int>
    }

    /// The least that two buffers have to share: of what is longer, only the beginning may be reported.
    static let overlap = 4_096
    /// So near to its beginning a buffer may show the rest of something and not all of it.
    static let margin = 64

    /// Up to where all was reported.
    private var reported = 0

    /// Hands over what begins in `text` before `limit` and was not reported yet, from the first on; `offset` and `limit`
    /// count from the beginning of the whole text.
    mutating func search(_ text: [UInt8], at offset: Int, before limit: Int, _ body: (LogShape, Range<Int>) -> Void) {
        var found: [(shape: LogShape, bytes: Range<Int>)] = []
        for shape in LogShape.allCases {
            shape.search(text) { range in
                let bytes = (offset + range.lowerBound)..<(offset + range.upperBound)
                if bytes.lowerBound >= reported, bytes.lowerBound < limit { found.append((shape, bytes)) }
            }
        }
        // A token in a header has two shapes; the narrower one tells more.
        found.sort { ($0.bytes.lowerBound, $1.bytes.upperBound) < ($1.bytes.lowerBound, $0.bytes.upperBound) }
        for (shape, bytes) in found where bytes.lowerBound >= reported {
            body(shape, bytes)
            reported = bytes.upperBound
        }
        if limit != Int.max { reported = max(reported, limit) }
    }
}

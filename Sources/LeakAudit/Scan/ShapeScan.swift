import SafeLogging

/// Searches a log, stretch by stretch, for secrets that show by their shape.
struct ShapeScan: Sendable {
    /// What has a shape, with its place.
    struct Place: Sendable {
        let shape: LogShape
        var line: Int
        let bytes: Range<Int>
    }

    /// The least that two stretches have to share: of what is longer, only the beginning may be reported.
    static let overlap = 4_096
    /// So near to its beginning a stretch may show the rest of something and not all of it.
    static let margin = 64

    /// Up to where all was reported.
    private var reported = 0

    /// What has a shape in `text`, in the order in which it begins.
    static func places(in text: [UInt8]) -> [(shape: LogShape, bytes: Range<Int>)] {
        var found: [(shape: LogShape, bytes: Range<Int>)] = []
        for shape in LogShape.allCases {
            shape.search(text) { found.append((shape, $0)) }
        }
        // A token in a header has two shapes; the narrower one tells more.
        found.sort { ($0.bytes.lowerBound, $1.bytes.upperBound) < ($1.bytes.lowerBound, $0.bytes.upperBound) }
        return found
    }

    /// Those that begin before `limit`, and were not reported yet.
    mutating func new(among places: [Place], decidedBefore limit: Int) -> [Place] {
        var new: [Place] = []
        for place in places where place.bytes.lowerBound < limit && place.bytes.lowerBound >= reported {
            new.append(place)
            reported = place.bytes.upperBound
        }
        if limit != Int.max { reported = max(reported, limit) }
        return new
    }
}

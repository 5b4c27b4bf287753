import SafeLogging

/// What the search of one file comes to; takes what its stretches show, in their order.
struct FileScan: Sendable {
    /// A match with its place in the whole text.
    struct Place: Sendable {
        let match: FingerprintMatch
        let encoding: LogEncoding
        let line: Int
        let bytes: Range<Int>
    }

    private(set) var places: [Place] = []
    private(set) var shapes: [ShapeScan.Place] = []
    private(set) var omitted = 0
    private(set) var omittedShapes = 0
    private(set) var fault: UnreadFile.Reason?
    private(set) var searchedBytes = 0

    /// How many places of each class are held.
    private let limit: Int
    private var lines = 0
    /// Places in what two stretches share that were reported already.
    private var reported = PlaceFilter()
    private var reportedShapes = ShapeScan()

    init(limit: Int) {
        self.limit = limit
    }

    mutating func add(_ finds: WindowSearch.Finds) {
        for candidate in reported.new(among: finds.values, decidedBefore: finds.decidedValues) {
            guard places.count < limit else {
                omitted += 1
                continue
            }
            places.append(
                Place(
                    match: candidate.match, encoding: candidate.encoding, line: lines + candidate.line + 1,
                    bytes: candidate.bytes))
        }
        for var shape in reportedShapes.new(among: finds.shapes, decidedBefore: finds.decidedShapes) {
            guard shapes.count < limit else {
                omittedShapes += 1
                continue
            }
            shape.line += lines + 1
            shapes.append(shape)
        }
        lines += finds.lineFeeds
        searchedBytes = finds.range.upperBound
        reported.forget(before: finds.range.upperBound)
    }

    /// Puts the places in order from the file's start, and leaves out shapes of which a value is known to stand there.
    mutating func finish(_ fault: UnreadFile.Reason?) {
        self.fault = fault
        places.sort { ($0.bytes.lowerBound, -$0.bytes.upperBound) < ($1.bytes.lowerBound, -$1.bytes.upperBound) }
        var next = 0
        shapes = shapes.filter { shape in
            while next < places.count, places[next].bytes.upperBound <= shape.bytes.lowerBound { next += 1 }
            return next == places.count || !places[next].bytes.overlaps(shape.bytes)
        }
    }
}

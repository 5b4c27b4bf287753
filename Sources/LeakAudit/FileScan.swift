import SafeLogging

/// What the search of one file came to.
struct FileScan: Sendable {
    private(set) var places: [LogScan.Place] = []
    private(set) var shapes: [ShapeScan.Place] = []
    private(set) var omitted = 0
    private(set) var omittedShapes = 0
    private(set) var fault: UnreadFile.Reason?
    private(set) var searchedBytes = 0

    /// Searches `file`, and holds at most `limit` places of each class.
    init(_ scan: consuming LogScan, _ file: String, limit: Int, progress: (Int) -> Void) {
        do throws(ReadFault) {
            try scan.run(file, progress: progress) { discovery in
                switch discovery {
                case .value(let place):
                    if places.count < limit { places.append(place) } else { omitted += 1 }
                case .shape(let place):
                    if shapes.count < limit { shapes.append(place) } else { omittedShapes += 1 }
                }
            }
        } catch { fault = error.reason }
        searchedBytes = scan.searchedBytes
        arrange()
    }

    /// Puts the places in order from the file's start, and leaves out shapes of which a value is known to stand there.
    private mutating func arrange() {
        places.sort { ($0.bytes.lowerBound, -$0.bytes.upperBound) < ($1.bytes.lowerBound, -$1.bytes.upperBound) }
        var next = 0
        shapes = shapes.filter { shape in
            while next < places.count, places[next].bytes.upperBound <= shape.bytes.lowerBound { next += 1 }
            return next == places.count || !places[next].bytes.overlaps(shape.bytes)
        }
    }
}

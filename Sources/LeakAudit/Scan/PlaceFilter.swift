import SafeLogging

/// Lets through each occurrence of a value once: not what is read in two ways, nor ends of what stands there whole.
struct PlaceFilter: Sendable {
    /// Something that a search has found.
    struct Candidate: Sendable {
        let match: FingerprintMatch
        let encoding: LogEncoding
        let bytes: Range<Int>
        /// Line feeds before it in what was searched.
        var line = 0

        var isWhole: Bool { match.extent == .whole }

        /// Text in UTF-16 begins at an even byte; read in the other byte order, it seems to begin a byte earlier.
        fileprivate var order: Int {
            bytes.lowerBound + (encoding.isUTF16 && bytes.lowerBound % 2 != 0 ? 2 : 0)
        }
    }

    private struct Subject: Hashable, Sendable {
        let secret: Int
        let extent: FingerprintMatch.Extent
    }

    private var reported: [Subject: [Range<Int>]] = [:]

    /// Those of `candidates` that were not reported yet, in the order in which they begin; of those that are equal, the
    /// first.
    ///
    /// Ends that begin at `limit` or behind it are left for later.
    mutating func new(among candidates: [Candidate], decidedBefore limit: Int) -> [Candidate] {
        var new: [Candidate] = []
        for isWhole in [true, false] {
            let ordered = candidates.enumerated()
                .filter { $1.isWhole == isWhole && (isWhole || $1.bytes.lowerBound < limit) }
                .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
            for (_, candidate) in ordered where !isKnown(candidate) {
                new.append(candidate)
                note(candidate)
            }
        }
        return new.sorted { $0.bytes.lowerBound < $1.bytes.lowerBound }
    }

    /// Forgets what ends before `offset`.
    mutating func forget(before offset: Int) {
        reported = reported.compactMapValues { ranges in
            let kept = ranges.filter { $0.upperBound > offset }
            return kept.isEmpty ? nil : kept
        }
    }

    private func isKnown(_ candidate: Candidate) -> Bool {
        let secret = candidate.match.secret
        return overlaps(candidate.bytes, Subject(secret: secret, extent: .whole))
            || (!candidate.isWhole
                && overlaps(candidate.bytes, Subject(secret: secret, extent: candidate.match.extent)))
    }

    /// The ranges of one subject do not overlap each other, and stand in order.
    private func overlaps(_ range: Range<Int>, _ subject: Subject) -> Bool {
        guard let ranges = reported[subject] else { return false }
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].overlaps(range)
    }

    private mutating func note(_ candidate: Candidate) {
        let subject = Subject(secret: candidate.match.secret, extent: candidate.match.extent)
        var ranges = reported[subject] ?? []
        let place = ranges.lastIndex { $0.lowerBound < candidate.bytes.lowerBound }.map { $0 + 1 } ?? 0
        reported[subject] = nil
        ranges.insert(candidate.bytes, at: place)
        reported[subject] = ranges
    }
}

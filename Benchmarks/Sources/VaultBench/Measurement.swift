/// What came out of one comparison.
struct Measurement {
    struct Side {
        /// Operations that were timed at once.
        let batch: Int
        /// Nanoseconds an operation.
        let times: Distribution
    }

    /// What the ratio says of the one that was to be reached.
    enum Verdict: String, Encodable {
        case reached, missed
        /// The spread reaches over it, or is too wide: this run can't tell.
        case unclear
        /// There is none.
        case none
    }

    let name: String
    let peer: String
    let rounds: Int
    let reach: Double?
    let ours: Side
    let theirs: Side
    /// Ours divided by the peer's, pair by pair.
    let ratio: Distribution

    var verdict: Verdict {
        guard let reach else { return .none }
        if ratio.percentile(75) <= reach { return .reached }
        return ratio.percentile(25) > reach && !isSpreadWide ? .missed : .unclear
    }

    /// Pairs differ so much from each other that something else was running.
    var isSpreadWide: Bool { ratio.percentile(75) > 1.5 * ratio.percentile(25) }
}

/// The percentiles of a sample.
struct Distribution {
    private let sorted: [Double]

    /// A sample of at least one number.
    init(_ sample: [Double]) {
        sorted = sample.sorted()
    }

    var median: Double { percentile(50) }

    /// The number below which `percent` of the sample lie, by the nearest rank.
    func percentile(_ percent: Double) -> Double {
        let rank = Int((percent / 100 * Double(sorted.count)).rounded(.up))
        return sorted[min(max(rank, 1), sorted.count) - 1]
    }
}

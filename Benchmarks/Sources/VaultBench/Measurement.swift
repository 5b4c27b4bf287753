/// What came out of one comparison.
struct Measurement {
    struct Side {
        /// Operations that were timed at once.
        let batch: Int
        /// Nanoseconds an operation.
        let times: Distribution
    }

    let name: String
    let peer: String
    let rounds: Int
    let ours: Side
    let theirs: Side
    /// Ours divided by the peer's, pair by pair.
    let ratio: Distribution
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

/// Measures a comparison by pairs.
///
/// How the ratio is made: in each round both sides run one batch, one right after the other, and which of them begins
/// changes from round to round. The round's ratio is that of its two times, so what slows the machine down for a while
/// (another process, a lower clock) slows both and falls out. The ratio that is reported is the median over all rounds,
/// its spread reaches from the 10th to the 90th percentile. Whether a ratio is reached is told by its quartiles.
///
/// A side's batch repeats its operation until that takes 20 µs, since the clock takes some 30 ns to read. Times are those
/// of a batch divided by its size: where that is 1, the 99th percentile is one of single operations.
struct PairedRun {
    /// How much is measured.
    struct Effort {
        let rounds: Int
        let warmUpRounds: Int
        /// No comparison goes on for longer.
        let limit: Duration
        var isSmoke = false

        static let full = Effort(rounds: 2_000, warmUpRounds: 100, limit: .seconds(8))
        /// Shows that everything runs; its numbers mean little.
        static let smoke = Effort(rounds: 20, warmUpRounds: 2, limit: .seconds(1), isSmoke: true)
    }

    private static let shortestBatch = Duration.microseconds(20)
    private static let fewest = 4
    private static let clock = ContinuousClock()

    let effort: Effort

    func measure(_ comparison: Comparison) -> Measurement {
        comparison.prepare()
        let ourBatch = batchSize(comparison.ours)
        let theirBatch = batchSize(comparison.theirs)
        func nanoseconds(_ side: (Int) -> Void, _ batch: Int) -> Double {
            comparison.prepare()
            return Self.clock.measure { side(batch) } / .nanoseconds(batch)
        }
        let rounds = min(effort.rounds, comparison.roundLimit)
        for _ in 0..<min(effort.warmUpRounds, rounds / 10) {
            _ = nanoseconds(comparison.ours, ourBatch)
            _ = nanoseconds(comparison.theirs, theirBatch)
        }
        var ours: [Double] = []
        var theirs: [Double] = []
        let start = Self.clock.now
        for round in 0..<rounds where round < Self.fewest || start.duration(to: Self.clock.now) < effort.limit {
            if round.isMultiple(of: 2) { ours.append(nanoseconds(comparison.ours, ourBatch)) }
            theirs.append(nanoseconds(comparison.theirs, theirBatch))
            if !round.isMultiple(of: 2) { ours.append(nanoseconds(comparison.ours, ourBatch)) }
        }
        return Measurement(
            name: comparison.name, peer: comparison.peer, rounds: ours.count, reach: comparison.reach,
            ours: Measurement.Side(batch: ourBatch, times: Distribution(ours)),
            theirs: Measurement.Side(batch: theirBatch, times: Distribution(theirs)),
            ratio: Distribution(zip(ours, theirs).map { $0 / $1 }))
    }

    private func batchSize(_ side: (Int) -> Void) -> Int {
        var size = 1
        while Self.clock.measure({ side(size) }) < Self.shortestBatch { size *= 2 }
        return size
    }
}

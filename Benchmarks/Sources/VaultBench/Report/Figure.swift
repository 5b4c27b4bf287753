/// A number that a suite has found out and that is no comparison with a peer.
struct Figure {
    /// What it should be.
    enum Reach {
        case atMost(Double)
        case atLeast(Double)
    }

    let name: String
    let value: Double
    let unit: String
    var reach: Reach?
    /// How it was found out.
    let note: String

    var verdict: Measurement.Verdict {
        switch reach {
        case nil: .none
        case .atMost(let limit): value <= limit ? .reached : .missed
        case .atLeast(let limit): value >= limit ? .reached : .missed
        }
    }
}

/// One operation of ours beside the same done by a peer.
struct Comparison {
    /// What is done, such as `seal 1 KiB`.
    let name: String
    /// What the peer does for it, such as `crypto_aead_…_encrypt`.
    let peer: String
    /// The ratio of times that ours should not exceed; nil where there is none to reach.
    var reach: Double?
    /// Does ours so many times.
    let ours: (_ times: Int) -> Void
    /// Does the peer's so many times.
    let theirs: (_ times: Int) -> Void
    /// Comes before each batch, and is not timed.
    var prepare: () -> Void = {}
    /// The most rounds that are worth their time, for operations of milliseconds.
    var roundLimit = Int.max
}

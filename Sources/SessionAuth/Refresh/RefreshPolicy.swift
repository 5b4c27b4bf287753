import SessionVault

/// When an access token is refreshed, by the wall clock of the machine that noted when it came.
struct RefreshPolicy {
    let margin: Duration

    /// Tells whether a token should be refreshed now.
    ///
    /// Its life is what the server said when it came, so the machine's clock may be wrong, only not be moved meanwhile: where
    /// it was set back to before the token came, nobody knows when the token ends, and it is refreshed once.
    func isDue(expiry: Expiry, obtained: UnixTime, now: UnixTime) -> Bool {
        guard let end = expiry.time else { return false }
        guard now >= obtained.advanced(bySeconds: -Self.tolerance) else { return true }
        guard end > obtained else { return true }
        let (life, isEndless) = end.milliseconds.subtractingReportingOverflow(obtained.milliseconds)
        guard !isEndless else { return now >= end }
        let ahead = min(Int64(margin / .milliseconds(1)), life / 4)
        return now.milliseconds >= end.milliseconds - ahead
    }

    /// Seconds by which clocks are adjusted in ordinary operation.
    private static let tolerance: Int64 = 300
}

/// How long nothing more is asked of a server that failed at a refresh.
struct RefreshPause {
    private var begun: UnixTime?
    private var seconds: Int64 = 0
    private var cause: AuthError?

    static let usual: Int64 = 30

    /// Why it is too early to ask again, or nil where it is not; a clock that was set back does not prolong it.
    func error(at now: UnixTime) -> AuthError? {
        guard let begun, now >= begun, now < begun.advanced(bySeconds: seconds) else { return nil }
        return cause
    }

    mutating func begin(at now: UnixTime, because error: AuthError) {
        begun = now
        cause = error
        seconds = error.service?.retryAfter.map { Int64($0) } ?? Self.usual
    }

    mutating func end() { begun = nil }
}

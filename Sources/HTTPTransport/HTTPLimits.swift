/// What one request may cost.
package struct HTTPLimits: Sendable {
    /// Time to reach the server, TLS handshake included.
    package var connect: Duration = .seconds(10)
    /// Time for the whole request, name look-up to the last byte.
    package var total: Duration = .seconds(30)
    /// Largest body of an answer in bytes.
    package var bodyBytes = 1 << 20
    /// Largest header of an answer in bytes.
    package var headerBytes = 1 << 16

    package init() {}
}

/// Whom to believe that a server is who it says.
package enum TrustStore: Sendable {
    /// The system's certificate authorities.
    case system
    /// The authorities in a PEM file, and no other.
    case file(path: String)
}

extension Duration {
    /// Whole milliseconds, at least one, since libcurl takes zero for "no limit".
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        let bounded = min(max(seconds, 0), 1_000_000)
        return max(Int(bounded) * 1_000 + Int(attoseconds / 1_000_000_000_000_000), 1)
    }
}

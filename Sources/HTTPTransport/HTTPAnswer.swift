package import Sealing

/// What the server answered, whatever the status: here also a redirect or an error is an answer.
package struct HTTPAnswer: ~Copyable, Sendable {
    package let status: Int
    package let body: SecretBytes
    /// Seconds that the server asks to wait before the next request (`Retry-After`, RFC 9110), at most a day.
    ///
    /// A date in that header is taken relative to the server's own clock.
    package let retryAfter: Int?
    /// The server's clock (`Date`), in seconds since 1970.
    package let serverDate: Int?

    /// The body alone.
    package consuming func takeBody() -> SecretBytes {
        body
    }
}

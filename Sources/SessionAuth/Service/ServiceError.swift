/// Why a server's answer is of no use.
///
/// Equal by ``code``. It holds nothing of the request or the answer.
public struct ServiceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is the matter; new codes may come with new versions.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        fileprivate let kind: Kind

        /// The server refused the credential.
        public static let refused = Code(kind: .refused)
        /// The server refused the one-time code.
        public static let codeRefused = Code(kind: .codeRefused)
        /// The person refused on the other device.
        public static let denied = Code(kind: .denied)
        /// Nobody approved on the other device in time.
        public static let expired = Code(kind: .expired)
        /// The server wants a CAPTCHA, or refused the one it got.
        public static let challengeRefused = Code(kind: .challengeRefused)
        /// The answer is good but holds no session.
        public static let noSession = Code(kind: .noSession)
        /// The server does not accept the token (401, or its own way to say so).
        public static let unauthorized = Code(kind: .unauthorized)
        /// The server accepts the token but not the request (403).
        public static let forbidden = Code(kind: .forbidden)
        /// Too many requests (429); see ``ServiceError/retryAfter``.
        public static let tooManyRequests = Code(kind: .tooManyRequests)
        /// The server failed (5xx).
        public static let serverFault = Code(kind: .serverFault)
        /// No connection, or it broke.
        public static let unreachable = Code(kind: .unreachable)
        /// No whole answer in time.
        public static let timedOut = Code(kind: .timedOut)
        /// The server's certificate is not to be trusted.
        public static let untrusted = Code(kind: .untrusted)
        /// The address is neither HTTPS nor on this machine, or is no address.
        public static let badAddress = Code(kind: .badAddress)
        /// A provider's answer or identity token is not one for this app, this request and this time.
        public static let identityRefused = Code(kind: .identityRefused)
        /// The answer can't be read.
        public static let invalidAnswer = Code(kind: .invalidAnswer)
        /// The answer is over the size limit.
        public static let answerTooLarge = Code(kind: .answerTooLarge)
        /// The server does not know this app, or not by that secret.
        public static let clientRefused = Code(kind: .clientRefused)
        /// This service does not have the branch.
        public static let unsupported = Code(kind: .unsupported)
        /// The task was cancelled.
        public static let cancelled = Code(kind: .cancelled)
        /// A library that the client needs is not installed.
        public static let unavailable = Code(kind: .unavailable)
        /// This machine has no port, descriptor or thread left for it.
        public static let exhausted = Code(kind: .exhausted)
        /// The server still accepts a token that should be of no use.
        public static let stillAccepted = Code(kind: .stillAccepted)
        /// An input can't be sent.
        public static let invalidInput = Code(kind: .invalidInput)

        /// The code's name.
        public var description: String { kind.rawValue }
    }

    fileprivate enum Kind: String {
        case refused, codeRefused, denied, expired, challengeRefused, noSession, unauthorized, forbidden
        case tooManyRequests, serverFault, unreachable, timedOut, untrusted, badAddress, invalidAnswer, answerTooLarge
        case unsupported, cancelled, unavailable, stillAccepted, invalidInput, identityRefused, clientRefused, exhausted
    }

    /// What is the matter.
    public let code: Code
    /// Seconds after which the server would take another request, where it said so.
    public let retryAfter: Int?
    /// Tells whether the request surely did not reach the server, so that nothing in it is spent.
    public let neverSent: Bool

    /// An error of that code.
    public init(_ code: Code, retryAfter: Int? = nil, neverSent: Bool = false) {
        self.code = code
        self.retryAfter = retryAfter
        self.neverSent = neverSent
    }

    /// Equal where the code is.
    public static func == (left: ServiceError, right: ServiceError) -> Bool {
        left.code == right.code
    }

    /// One sentence, and what mends it.
    public var description: String {
        guard let retryAfter else { return code.text }
        return "\(code.text) The server asks to wait \(retryAfter) s."
    }
}

extension ServiceError.Code {
    fileprivate var text: String {
        switch kind {
        case .refused: "The server refused these credentials. Check them and try again."
        case .codeRefused: "The server refused the one-time code. Ask for a new one."
        case .denied: "The sign-in was refused on the other device. Start again if that was a mistake."
        case .expired: "Nobody approved the sign-in in time. Start again."
        case .challengeRefused: "The server refused the CAPTCHA. Solve a new one."
        case .noSession: "The server's answer holds no session, so nothing was stored. Ask the server's operator."
        case .unauthorized: "The server does not accept this session any more. Sign in again."
        case .forbidden: "The server does not allow this account to do that."
        case .tooManyRequests: "The server has had too many requests."
        case .serverFault: "The server failed. Try again later."
        case .unreachable: "The server can't be reached. Check the connection and the address."
        case .timedOut: "The server did not answer in time. Try again later."
        case .untrusted: "The server's certificate is not to be trusted. Check the address and the system's clock."
        case .badAddress: "The server's address has to be https://, or http:// on this machine."
        case .identityRefused:
            "The provider's answer does not hold for this sign-in. Check the client's name, the issuer and the clock."
        case .clientRefused: "The server does not know this app. Check the client's name and secret."
        case .invalidAnswer: "The server's answer can't be read. Check the address."
        case .answerTooLarge: "The server's answer is too large."
        case .unsupported: "This server does not offer that way to sign in."
        case .cancelled: "The request was cancelled."
        case .unavailable: "libcurl is missing. Install it with `apt install libcurl4`."
        case .exhausted: "This machine has no port, file or thread left for it. End other programs and try again."
        case .stillAccepted: "The server still accepts the token. End the session in the account's settings there."
        case .invalidInput: "An input can't be sent. Correct it and try again."
        }
    }
}

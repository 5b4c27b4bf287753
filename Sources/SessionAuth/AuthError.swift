/// Why nobody was signed in, or a session could not be confirmed.
///
/// Equal by ``code``.
public struct AuthError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is the matter; new codes may come with new versions.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        fileprivate let kind: Kind

        /// The branch is hidden; see ``AuthError/hidden``.
        public static let branchHidden = Code(kind: .branchHidden)
        /// An input does not have the form of what it should be; nothing was sent.
        public static let invalidInput = Code(kind: .invalidInput)
        /// The branch needs a CAPTCHA's answer, and there was none; nothing was sent.
        public static let challengeMissing = Code(kind: .challengeMissing)
        /// The server or the way to it failed; see ``AuthError/service``.
        public static let service = Code(kind: .service)
        /// The gate refused the account; see ``AuthError/refusal`` and ``AuthError/cleanup``.
        public static let wrongRole = Code(kind: .wrongRole)
        /// The vault failed; see ``AuthError/vault``.
        public static let vault = Code(kind: .vault)
        /// A newer attempt, another session or a sign-out came first; the answer was dropped, or nothing was sent.
        public static let superseded = Code(kind: .superseded)
        /// A refresh was cut off, and nobody knows whether its token is spent; the access token still serves.
        public static let refreshInDoubt = Code(kind: .refreshInDoubt)
        /// Nobody is signed in.
        public static let notSignedIn = Code(kind: .notSignedIn)

        /// The code's name.
        public var description: String { kind.rawValue }
    }

    fileprivate enum Kind: String {
        case branchHidden, invalidInput, challengeMissing, service, wrongRole, vault, superseded, notSignedIn,
            refreshInDoubt
    }

    /// What is the matter.
    public let code: Code
    /// Why the branch is hidden.
    public let hidden: BranchAvailability.HiddenReason?
    /// Which input is wrong.
    public let input: StaticString?
    /// What the server or the way to it did.
    public let service: ServiceError?
    /// Why the gate refused.
    public let refusal: WrongRole?
    /// What became of a session that the server had issued and that was not stored.
    public let cleanup: CleanupReport?
    /// What the vault did.
    public let vault: VaultError?

    init(
        _ code: Code, hidden: BranchAvailability.HiddenReason? = nil, input: StaticString? = nil,
        service: ServiceError? = nil, refusal: WrongRole? = nil, cleanup: CleanupReport? = nil, vault: VaultError? = nil
    ) {
        self.code = code
        self.hidden = hidden
        self.input = input
        self.service = service
        self.refusal = refusal
        self.cleanup = cleanup
        self.vault = vault
    }

    static func service(_ error: ServiceError) -> AuthError { AuthError(.service, service: error) }
    static func vault(_ error: VaultError) -> AuthError { AuthError(.vault, vault: error) }

    func reporting(_ cleanup: CleanupReport) -> AuthError {
        AuthError(
            code, hidden: hidden, input: input, service: service, refusal: refusal, cleanup: cleanup, vault: vault)
    }

    /// Equal where the code is.
    public static func == (left: AuthError, right: AuthError) -> Bool {
        left.code == right.code
    }

    /// One sentence, and what mends it.
    public var description: String {
        switch code.kind {
        case .branchHidden: "This way to sign in is not offered here\(hidden.map { " (\($0))" } ?? ""). Use another."
        case .invalidInput: "The \(input.map { "\($0)" } ?? "input") is not valid. Correct it and try again."
        case .challengeMissing: "This way to sign in needs a CAPTCHA. Solve it and try again."
        case .service: service?.description ?? "The server failed. Try again later."
        case .wrongRole: "\(refusal?.description ?? "this account may not sign in here"). Nothing of it was stored."
        case .vault: vault?.description ?? "The vault failed. See `vault inspect`."
        case .superseded: "Something newer came first, so this answer was dropped."
        case .refreshInDoubt: "A refresh was cut off. Sign in again if requests are refused."
        case .notSignedIn: "Nobody is signed in. Sign in first."
        }
    }
}

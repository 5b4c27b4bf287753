/// Which branches an app offers, and on which terms.
public struct SignInConfiguration: Sendable {
    /// The branches that the app offers.
    public var branches: Set<SignInBranch>
    /// The branches whose sign-in needs a CAPTCHA's answer.
    public var challengedBranches: Set<SignInBranch>
    /// The branches whose configuration was begun and is not whole, and what is missing of it: the name of a setting, and
    /// never its value.
    ///
    /// Each is hidden, whatever ``branches`` says, and no other branch is.
    public var halfConfigured: [SignInBranch: String]
    /// Keeps other accounts' sessions when another account signs in; otherwise they are removed in the same step.
    public var keepsOtherAccounts: Bool
    /// How long each part of a cleanup may take.
    public var cleanupTimeout: Duration
    /// How long before its end an access token is refreshed; a quarter of its life where that is less.
    public var refreshMargin: Duration

    /// Offers these branches.
    public init(
        branches: Set<SignInBranch>, challengedBranches: Set<SignInBranch> = [],
        halfConfigured: [SignInBranch: String] = [:], keepsOtherAccounts: Bool = false,
        cleanupTimeout: Duration = .seconds(10), refreshMargin: Duration = .seconds(60)
    ) {
        self.branches = branches
        self.challengedBranches = challengedBranches
        self.halfConfigured = halfConfigured
        self.keepsOtherAccounts = keepsOtherAccounts
        self.cleanupTimeout = cleanupTimeout
        self.refreshMargin = refreshMargin
    }

    /// Tells whether a branch can be invoked, and why not.
    public func availability(of branch: SignInBranch, at service: any AuthService) -> BranchAvailability {
        availability(of: branch, offered: service.branches)
    }

    package func availability(of branch: SignInBranch, offered: Set<SignInBranch>) -> BranchAvailability {
        if let missing = halfConfigured[branch] { return .hidden(.halfConfigured(missing)) }
        guard branches.contains(branch) else { return .hidden(.notConfigured) }
        guard offered.contains(branch) else { return .hidden(.notOfferedByServer) }
        return .exposed
    }
}

/// Whether a branch can be invoked.
public enum BranchAvailability: Equatable, Sendable {
    /// It can.
    case exposed
    /// It can't, and no request of it leaves the machine.
    case hidden(HiddenReason)

    /// Why a branch can't be invoked.
    public enum HiddenReason: Equatable, Sendable, CustomStringConvertible {
        /// The app's configuration does not offer it.
        case notConfigured
        /// The app's configuration of it is not whole; what is missing.
        case halfConfigured(String)
        /// The server's client does not have it.
        case notOfferedByServer

        /// Its form in reports.
        public var description: String {
            switch self {
            case .notConfigured: "not configured"
            case .halfConfigured(let missing): "half configured: \(missing)"
            case .notOfferedByServer: "not offered by this server"
            }
        }
    }
}

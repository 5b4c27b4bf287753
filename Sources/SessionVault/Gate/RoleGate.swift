/// Decides whether the account that a server returned may become a local session: the same gate on every branch.
///
/// It does not authorize anything: each later request is authorized by the server.
public struct RoleGate: Sendable {
    /// What the gate lets through; it is kept with every session that it admitted.
    public let policy: GatePolicy

    /// A gate for these roles.
    ///
    /// An empty set admits no one.
    public init(admitting roles: Set<Role>) {
        policy = .roles(roles)
    }

    private init(policy: GatePolicy) {
        self.policy = policy
    }

    /// The gate of an app without roles: it admits every account that is not disabled, and `inspect` says so.
    public static let open = RoleGate(policy: .open)

    /// Passes an answer to a sign-in through the gate.
    ///
    /// - Returns: the admission that ``Vault/admit(_:storing:)`` consumes.
    /// - Throws: ``WrongRole``. Nothing was written, and the answer is still the caller's, whose task it is to log the
    ///   session out at the server.
    public func admit(_ answer: borrowing SignInAnswer, in attempt: Attempt) throws(WrongRole) -> Admission {
        try admit(answer.profile, in: attempt)
    }

    /// Passes an answer about an account through the gate, to confirm a restored session.
    ///
    /// - Throws: ``WrongRole``, also where the answer is about another account than the attempt's.
    public func admit(_ answer: borrowing AccountAnswer, in attempt: Attempt) throws(WrongRole) -> Admission {
        if let reason = refusal(of: answer, expecting: attempt.expectedAccount) {
            attempt.noteRefusal(reason, by: policy)
            throw WrongRole(reason: reason)
        }
        return Admission(answer: answer.identity, account: answer.account, attempt: attempt, policy: policy)
    }

    private func refusal(of answer: borrowing AccountAnswer, expecting account: AccountID?) -> WrongRole.Reason? {
        if let account, account != answer.account { return .otherAccount }
        if answer.isEnabled == false { return .accountDisabled }
        guard case .roles(let allowed) = policy else { return nil }
        guard let role = answer.role else { return .roleMissing }
        return allowed.contains(role) ? nil : .roleNotAllowed(role)
    }
}

/// Proof that the gate passed for one account, one answer and one attempt at one vault.
///
/// Only ``RoleGate`` makes one; it can't be copied, and the vault's one door consumes it.
public struct Admission: ~Copyable, Sendable {
    let answer: UInt64
    let account: AccountID
    let attempt: Attempt
    let policy: GatePolicy

    fileprivate init(answer: UInt64, account: AccountID, attempt: Attempt, policy: GatePolicy) {
        self.answer = answer
        self.account = account
        self.attempt = attempt
        self.policy = policy
    }
}

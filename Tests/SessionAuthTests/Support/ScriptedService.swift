import Sealing
import SessionAuth
import TestSupport

/// A server in this process: it knows made-up people by their secrets, issues tokens that die when they are logged out
/// or revoked, notes every call, and does what a test tells it.
final class ScriptedService: AuthService {
    struct Person: Sendable {
        var subject: String
        var role: Role? = .driver
        var isEnabled: Bool? = true
        var realm: String = ScriptedService.issuer
    }

    enum Step: String, Sendable {
        case signIn, profile, logOut, revoke, revokeRefresh
    }

    struct Call: Equatable, Sendable {
        let step: Step
        let subject: String
        var token = ""
        var withdrawn: String?
    }

    private struct State {
        var people: [String: Person] = [:]
        var owners: [String: String] = [:]
        var live: Set<String> = []
        var faults: [String: ServiceError.Code] = [:]
        var calls: [Call] = []
        var misnamed: [String: String] = [:]
        var repeatsTokens = false
        var hasRefreshTokens = false
        var repeatsRefreshTokens = false
    }

    static let issuer: String = "https://ordering.example.test/demo"
    let realm: String = ScriptedService.issuer
    let branches: Set<SignInBranch>
    let turnstile = Turnstile()
    private let state = Lock(State())

    init(branches: Set<SignInBranch> = Set(SignInBranch.allCases)) {
        self.branches = branches
    }

    var calls: [Call] { state.withLock(\.calls) }
    var liveTokens: Set<String> { state.withLock(\.live) }

    func calls(_ step: Step) -> [Call] { calls.filter { $0.step == step } }

    /// Who answers to a secret, from now on.
    func know(_ person: Person, by secret: String) {
        state.withLock { $0.people[secret] = person }
    }

    /// Makes calls of that step fail; for one person alone where one is named.
    func fail(_ step: Step, of subject: String = "", with code: ServiceError.Code?) {
        state.withLock { $0.faults["\(step):\(subject)"] = code }
    }

    /// Answers questions about one account as if they were about another.
    func misname(_ subject: String, as other: String) { state.withLock { $0.misnamed[subject] = other } }

    /// Gives an account the same token at each sign-in.
    func repeatTokens() { state.withLock { $0.repeatsTokens = true } }
    /// Gives the same refresh token with each access token.
    func repeatRefreshTokens() {
        state.withLock { state in
            state.hasRefreshTokens = true
            state.repeatsRefreshTokens = true
        }
    }
    func issueRefreshTokens() { state.withLock { $0.hasRefreshTokens = true } }

    func signIn(with credential: borrowing Credential, extras: borrowing SignInExtras) async throws(ServiceError)
        -> SignInAnswer
    {
        let secret = text(of: credential.secret)
        let subject = state.withLock { $0.people[secret]?.subject } ?? "nobody"
        note(Call(step: .signIn, subject: subject))
        await turnstile.pass("signIn:\(subject)")
        try fault(.signIn, subject)
        guard let person = state.withLock({ $0.people[secret] }) else { throw ServiceError(.refused) }
        let token = issue(to: person.subject)
        let (hasRefreshTokens, repeats) = state.withLock { ($0.hasRefreshTokens, $0.repeatsRefreshTokens) }
        do {
            return SignInAnswer(
                profile: try answer(about: person),
                tokens: try TokenSet(
                    access: SecretBytes(utf8: token),
                    refresh: hasRefreshTokens ? SecretBytes(utf8: "refresh-\(repeats ? person.subject : token)") : nil),
                notification: extras.copyNotification())
        } catch { throw ServiceError(.invalidAnswer) }
    }

    func profile(of account: AccountID, token: borrowing SecretBytes) async throws(ServiceError) -> AccountAnswer {
        let token = text(of: token)
        note(Call(step: .profile, subject: account.subject, token: token))
        await turnstile.pass("profile:\(account.subject)")
        try fault(.profile, account.subject)
        guard isLive(token) else { throw ServiceError(.unauthorized) }
        let person = state.withLock { state in
            let subject = state.misnamed[account.subject] ?? account.subject
            return state.people.values.first { $0.subject == subject }
        }
        guard let person else { throw ServiceError(.invalidAnswer) }
        do { return try answer(about: person) } catch { throw ServiceError(.invalidAnswer) }
    }

    func logOut(token: borrowing SecretBytes, withdrawing notification: borrowing NotificationIdentity?)
        async throws(ServiceError)
    {
        let token = text(of: token)
        let subject = state.withLock { $0.owners[token] } ?? ""
        note(Call(step: .logOut, subject: subject, token: token, withdrawn: text(of: notification)))
        await turnstile.pass("logOut:\(subject)")
        try fault(.logOut, subject)
        kill(token)
    }

    func revoke(token: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool {
        let token = text(of: token)
        note(Call(step: .revoke, subject: account.subject, token: token))
        await turnstile.pass("revoke:\(account.subject)")
        try fault(.revoke, account.subject)
        kill(token)
        return true
    }

    func revoke(refreshToken: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool {
        note(Call(step: .revokeRefresh, subject: account.subject, token: text(of: refreshToken)))
        try fault(.revokeRefresh, account.subject)
        return true
    }

    private func answer(about person: Person) throws(VaultError) -> AccountAnswer {
        AccountAnswer(
            account: try AccountID(realm: person.realm, subject: person.subject), role: person.role,
            isEnabled: person.isEnabled, user: UserRecord(json: SecretBytes(utf8: "{\"id\":\"\(person.subject)\"}")))
    }

    private func issue(to subject: String) -> String {
        state.withLock { state in
            let number = state.repeatsTokens ? 0 : state.owners.count
            let token = "token-\(number)-of-\(subject)-" + String(repeating: "x", count: 24)
            state.owners[token] = subject
            state.live.insert(token)
            return token
        }
    }

    private func note(_ call: Call) { state.withLock { $0.calls.append(call) } }
    private func isLive(_ token: String) -> Bool { state.withLock { $0.live.contains(token) } }
    private func kill(_ token: String) { state.withLock { _ = $0.live.remove(token) } }

    private func fault(_ step: Step, _ subject: String) throws(ServiceError) {
        let code = state.withLock { $0.faults["\(step):\(subject)"] ?? $0.faults["\(step):"] }
        if let code { throw ServiceError(code) }
    }
}

func text(of secret: borrowing SecretBytes) -> String {
    secret.withExposedBytes { String(decoding: [UInt8](copying: $0), as: UTF8.self) }
}

func text(of user: borrowing UserRecord?) -> String? {
    switch user {
    case .some(let user): text(of: user.json)
    case .none: nil
    }
}

func text(of identity: borrowing NotificationIdentity?) -> String? {
    switch identity {
    case .some(let identity): text(of: identity.token)
    case .none: nil
    }
}

extension SignInExtras {
    fileprivate func copyNotification() -> NotificationIdentity? {
        switch notification {
        case .some(let identity): identity.copy()
        case .none: nil
        }
    }
}

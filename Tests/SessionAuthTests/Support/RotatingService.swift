import Sealing
import SessionAuth
import SessionVault
import TestSupport

/// The machine's clock, which stands still until a test moves it.
final class WallClock: Sendable {
    private let start = UnixTime.now
    private let offset = Lock<Int64>(0)

    var now: UnixTime { start.advanced(bySeconds: offset.withLock { $0 }) }

    func advance(bySeconds seconds: Int64) { offset.withLock { $0 += seconds } }
}

/// A server whose refresh tokens serve once: a second use revokes everything of that sign-in.
final class RotatingService: AuthService {
    /// What happens to the next refresh instead of an answer.
    enum Fault: Sendable {
        /// Nothing is spent, and this is the answer.
        case refuses(ServiceError.Code, retryAfter: Int? = nil)
        /// The token is spent, and the answer never arrives.
        case losesAnswer
    }

    private struct Token {
        let family: Int
        let isRefresh: Bool
        var isLive = true
    }

    private struct State {
        var tokens: [String: Token] = [:]
        var families = 0
        var revoked: Set<Int> = []
        var faults: [Fault] = []
        var refreshes = 0
        var introspections = 0
        var profiles = 0
        var life: Int64? = 3_600
    }

    let realm: String = ScriptedService.issuer
    let branches: Set<SignInBranch> = [.emailPassword]
    let turnstile = Turnstile()
    let clock: WallClock
    private let introspects: Bool
    private let state = Lock(State())

    init(clock: WallClock, introspects: Bool = false) {
        self.clock = clock
        self.introspects = introspects
    }

    /// Refresh tokens that were spent so far.
    var refreshes: Int { state.withLock(\.refreshes) }
    var introspections: Int { state.withLock(\.introspections) }
    var profiles: Int { state.withLock(\.profiles) }
    var revokedFamilies: Int { state.withLock(\.revoked.count) }
    var liveTokens: Set<String> { state.withLock { state in Set(state.tokens.filter(\.value.isLive).keys) } }

    func fault(_ fault: Fault) { state.withLock { $0.faults.append(fault) } }

    /// How long access tokens live from now on, in seconds; nil says nothing of it.
    func setLife(_ life: Int64?) { state.withLock { $0.life = life } }

    /// The server forgets every access token.
    func killAccessTokens() {
        state.withLock { state in
            for (name, token) in state.tokens where !token.isRefresh { state.tokens[name]?.isLive = false }
        }
    }

    func signIn(with credential: borrowing Credential, extras: borrowing SignInExtras) async throws(ServiceError)
        -> SignInAnswer
    {
        let family = state.withLock { state in
            state.families += 1
            return state.families
        }
        return SignInAnswer(profile: try answer(), tokens: try issue(family))
    }

    func refresh(_ tokens: borrowing TokenSet, of account: AccountID) async throws(ServiceError) -> TokenSet {
        guard let name = tokens.refreshText else { throw ServiceError(.unsupported) }
        await turnstile.pass("refresh")
        let fault = state.withLock { $0.faults.isEmpty ? nil : $0.faults.removeFirst() }
        if case .refuses(let code, let seconds) = fault { throw ServiceError(code, retryAfter: seconds) }
        let family = state.withLock { state -> Int? in
            guard let token = state.tokens[name], token.isRefresh, !state.revoked.contains(token.family) else {
                return nil
            }
            guard token.isLive else {
                state.revoked.insert(token.family)
                for (other, held) in state.tokens where held.family == token.family {
                    state.tokens[other]?.isLive = false
                }
                return nil
            }
            state.tokens[name]?.isLive = false
            state.refreshes += 1
            return token.family
        }
        guard let family else { throw ServiceError(.unauthorized) }
        let answer = try issue(family)
        await turnstile.pass("refreshed")
        if case .losesAnswer = fault { throw ServiceError(.timedOut) }
        return answer
    }

    func isActive(refreshToken: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool? {
        guard introspects else { return nil }
        let name = text(of: refreshToken)
        return state.withLock { state in
            state.introspections += 1
            return state.tokens[name]?.isLive ?? false
        }
    }

    func profile(of account: AccountID, token: borrowing SecretBytes) async throws(ServiceError) -> AccountAnswer {
        state.withLock { $0.profiles += 1 }
        guard accepts(token) else { throw ServiceError(.unauthorized) }
        return try answer()
    }

    func logOut(token: borrowing SecretBytes, withdrawing notification: borrowing NotificationIdentity?)
        async throws(ServiceError)
    {
        kill(token)
    }

    func revoke(token: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool {
        kill(token)
        return true
    }

    func revoke(refreshToken: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool {
        kill(refreshToken)
        return true
    }

    /// Tells whether a request with this token is answered.
    func accepts(_ token: borrowing SecretBytes) -> Bool {
        let name = text(of: token)
        return state.withLock { $0.tokens[name]?.isLive ?? false }
    }

    private func kill(_ token: borrowing SecretBytes) {
        let name = text(of: token)
        state.withLock { $0.tokens[name]?.isLive = false }
    }

    private func issue(_ family: Int) throws(ServiceError) -> TokenSet {
        let (names, life) = state.withLock { state in
            let number = state.tokens.count
            let names = ("access-\(number)", "refresh-\(number)")
            state.tokens[names.0] = Token(family: family, isRefresh: false)
            state.tokens[names.1] = Token(family: family, isRefresh: true)
            return (names, state.life)
        }
        do throws(VaultError) {
            return try TokenSet(
                access: SecretBytes(utf8: names.0), refresh: SecretBytes(utf8: names.1),
                expiry: life.map { .at(clock.now.advanced(bySeconds: $0)) } ?? .unknown)
        } catch { throw ServiceError(.invalidAnswer) }
    }

    private func answer() throws(ServiceError) -> AccountAnswer {
        do throws(VaultError) {
            return AccountAnswer(
                account: try AccountID(realm: realm, subject: "anna"), role: .driver, isEnabled: true,
                user: UserRecord(json: SecretBytes(utf8: #"{"id":"anna"}"#)))
        } catch { throw ServiceError(.invalidAnswer) }
    }
}

extension TokenSet {
    var refreshText: String? {
        switch refresh {
        case .some(let token): text(of: token)
        case .none: nil
        }
    }
}

import Sealing
import SessionAuth
import SessionVault
import TestSupport

/// A server each of whose answers comes when the scheduler says so; a sign-in's tokens are one family, which ends as a
/// whole.
///
/// Tokens are called `a10`: whose, of which sign-in, after how many refreshes. They and the passwords are so short that
/// no logger looks for them, which takes most of the time otherwise.
final class SteppedService: AuthService {
    private struct State {
        /// In which step each sign-in was sent, and whose it is.
        var signIns: [(called: Int, subject: String)] = [(0, "")]
        var refreshed: [Int: Int] = [:]
        var ended: Set<Int> = []
    }

    let realm: String = ScriptedService.issuer
    let branches: Set<SignInBranch> = [.emailPassword]
    private let scheduler: StepScheduler
    private let clock: WallClock
    private let life: Int64?
    private let state = Lock(State())

    /// - Parameter life: of access tokens, in seconds.
    init(_ scheduler: StepScheduler, clock: WallClock, life: Int64?) {
        self.scheduler = scheduler
        self.clock = clock
        self.life = life
    }

    /// The families of tokens that are still good.
    var live: Set<Int> { state.withLock { Set(1..<$0.signIns.count).subtracting($0.ended) } }

    /// The step in which the sign-in was sent that a family comes from.
    func called(_ family: Int) -> Int { state.withLock { $0.signIns[family].called } }

    /// The sign-in that was sent last.
    var newest: (called: Int, subject: String) { state.withLock { $0.signIns[$0.signIns.count - 1] } }

    func signIn(with credential: borrowing Credential, extras: borrowing SignInExtras) async throws(ServiceError)
        -> SignInAnswer
    {
        let subject = text(of: credential.secret)
        let family = state.withLock { state in
            state.signIns.append((scheduler.time, subject))
            return state.signIns.count - 1
        }
        await scheduler.answer("answer to sign-in \(family) of \(subject)")
        return SignInAnswer(profile: try answer(about: subject), tokens: try tokens(subject, family, 0))
    }

    func profile(of account: AccountID, token: borrowing SecretBytes) async throws(ServiceError) -> AccountAnswer {
        let token = Token(token)
        await scheduler.answer("profile of \(account.subject)")
        guard isLive(token) else { throw ServiceError(.unauthorized) }
        return try answer(about: token.subject)
    }

    func refresh(_ tokens: borrowing TokenSet, of account: AccountID) async throws(ServiceError) -> TokenSet {
        let token = Token(tokens.access)
        await scheduler.answer("refresh of \(account.subject)")
        let number = state.withLock { state -> Int? in
            guard !state.ended.contains(token.family), state.refreshed[token.family, default: 0] == token.refreshes
            else {
                state.ended.insert(token.family)
                return nil
            }
            state.refreshed[token.family, default: 0] += 1
            return token.refreshes + 1
        }
        guard let number else { throw ServiceError(.unauthorized) }
        return try self.tokens(token.subject, token.family, number)
    }

    func logOut(token: borrowing SecretBytes, withdrawing notification: borrowing NotificationIdentity?)
        async throws(ServiceError)
    {
        let token = Token(token)
        await scheduler.answer("logout \(token.family) of \(token.subject)")
        end(token)
    }

    func revoke(token: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool {
        end(Token(token))
        return true
    }

    func revoke(refreshToken: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool {
        end(Token(refreshToken))
        return true
    }

    private func isLive(_ token: Token) -> Bool { state.withLock { !$0.ended.contains(token.family) } }
    private func end(_ token: Token) { state.withLock { _ = $0.ended.insert(token.family) } }

    private func tokens(_ subject: String, _ family: Int, _ refreshes: Int) throws(ServiceError) -> TokenSet {
        let name = "\(subject.prefix(1))\(family)\(refreshes)"
        do throws(VaultError) {
            return try TokenSet(
                access: SecretBytes(utf8: name), refresh: life == nil ? nil : SecretBytes(utf8: name),
                expiry: life.map { .at(clock.now.advanced(bySeconds: $0)) } ?? .unknown)
        } catch { throw ServiceError(.invalidAnswer) }
    }

    private func answer(about subject: String) throws(ServiceError) -> AccountAnswer {
        do throws(VaultError) {
            return AccountAnswer(
                account: try AccountID(realm: realm, subject: subject), role: subject == "carl" ? .customer : .driver,
                isEnabled: true, user: UserRecord(json: SecretBytes(utf8: "{\"id\":\"\(subject)\"}")))
        } catch { throw ServiceError(.invalidAnswer) }
    }
}

/// What a token's name says.
struct Token: Equatable, Sendable {
    let subject: String
    let family: Int
    let refreshes: Int

    init(_ secret: borrowing SecretBytes) {
        let name = Array(text(of: secret))
        subject = ["a": "anna", "b": "bert", "c": "carl"][name.first] ?? ""
        family = name.count == 3 ? name[1].wholeNumberValue ?? 0 : 0
        refreshes = name.count == 3 ? name[2].wholeNumberValue ?? 0 : 0
    }
}

import SafeLogging
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

/// What several people do at once, each at a time of the scheduler's choice.
struct Interplay: Sendable, CustomTestStringConvertible {
    /// Whether Anna is signed in, and how.
    enum Before: Sendable { case nobody, active, provisional, due, over }

    enum Deed: Sendable {
        case signIn(String)
        /// Somebody who signs in gives up, sooner or later.
        case signInAndCancel(String)
        case signOut, confirm, request, restore
    }

    let before: Before
    let deeds: [Deed]

    init(_ before: Before, _ deeds: Deed...) {
        self.before = before
        self.deeds = deeds
    }

    var testDescription: String { "\(before), \(deeds.map { "\($0)" }.joined(separator: ", "))" }

    /// Those whose sign-in is cancelled.
    var givingUp: [String] {
        deeds.compactMap { deed in
            if case .signInAndCancel(let subject) = deed { subject } else { nil }
        }
    }
}

/// The people of an interplay at their coordinator.
struct Players: Sendable {
    /// What became of a deed.
    enum Outcome: Equatable, Sendable {
        case done
        case signedIn(String)
        case failed(AuthError.Code)
    }

    let scheduler: StepScheduler
    let coordinator: AuthCoordinator
    let outcomes = Outcomes()

    final class Outcomes: Sendable {
        private let state = Lock<[Int: Outcome]>([:])

        var all: [Int: Outcome] { state.withLock(\.self) }

        func note(_ outcome: Outcome, of number: Int) { state.withLock { $0[number] = outcome } }
    }

    /// Gives the scheduler the deed as something to be begun.
    func offer(_ deed: Interplay.Deed, _ number: Int) {
        scheduler.act("\(deed)") {
            switch deed {
            case .signIn(let subject): signIn(subject, number)
            case .signInAndCancel(let subject):
                let task = signIn(subject, number)
                scheduler.act("cancel \(subject)") { task.cancel() }
            case .signOut: begin(number) { await coordinator.signOut() }
            case .confirm: begin(number) { () async throws(AuthError) in _ = try await coordinator.confirm() }
            case .restore: begin(number) { () async throws(AuthError) in _ = try await coordinator.restore() }
            case .request: request(number)
            }
        }
    }

    @discardableResult
    func signIn(_ subject: String, _ number: Int) -> Task<Void, Never> {
        Task(executorPreference: scheduler.tasks) {
            do throws(AuthError) {
                let session = try await coordinator.signIn(
                    with: .email(Sensitive("someone@example.test"), password: SecretBytes(utf8: subject)))
                outcomes.note(.signedIn(session.account.subject), of: number)
            } catch { outcomes.note(.failed(error.code), of: number) }
        }
    }

    /// A request whose answer is the owner of the token that it went out with.
    private func request(_ number: Int) {
        begin(number) { () async throws(AuthError) in
            let owner = try await coordinator.perform { (token) async throws(ServiceError) in
                let owner = Token(token).subject
                await scheduler.answer("answer to the request of \(owner)")
                return owner
            }
            outcomes.note(.signedIn(owner), of: number)
        }
    }

    private func begin(_ number: Int, _ deed: @escaping @Sendable () async throws(AuthError) -> Void) {
        Task(executorPreference: scheduler.tasks) {
            do throws(AuthError) {
                try await deed()
                if outcomes.all[number] == nil { outcomes.note(.done, of: number) }
            } catch { outcomes.note(.failed(error.code), of: number) }
        }
    }

    private func begin(_ number: Int, _ deed: @escaping @Sendable () async -> some Sendable) {
        begin(number) { () async throws(AuthError) in _ = await deed() }
    }
}

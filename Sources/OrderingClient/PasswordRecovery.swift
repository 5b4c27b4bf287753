import HTTPTransport
public import SafeLogging
import Sealing
public import SessionAuth

/// A request to recover a forgotten password.
///
/// Its two facts are kept apart: that the person asked, which a form may show at once, and what came of the request.
/// Neither says that mail was delivered or a password changed.
public final class PasswordRecovery: Sendable {
    /// How far it has come.
    public enum State: Equatable, Sendable {
        /// The request was made and is not settled.
        case requested
        /// The server took the request.
        case taken
        /// The request failed, and nothing will come of it.
        case failed(ServiceError)
    }

    private final class Current: Sendable {
        let state = Lock(State.requested)
    }

    private let current: Current
    private let work: Task<State, Never>

    init(_ request: @escaping @Sendable () async throws(ServiceError) -> Void) {
        let current = Current()
        self.current = current
        work = Task {
            let outcome: State
            do throws(ServiceError) {
                try await request()
                outcome = .taken
            } catch { outcome = .failed(error) }
            current.state.withLock { $0 = outcome }
            return outcome
        }
    }

    /// How far it has come by now.
    public var state: State { current.state.withLock { $0 } }

    /// Waits until the request is settled: ``State/taken`` or ``State/failed(_:)``.
    public func settlement() async -> State { await work.value }

    /// Gives the request up.
    public func cancel() { work.cancel() }
}

extension OrderingClient {
    /// Asks the server to help with a forgotten password (`POST /users/forgot`).
    ///
    /// Returns at once.
    public func beginPasswordRecovery(of email: Sensitive<String>) -> PasswordRecovery {
        PasswordRecovery { () async throws(ServiceError) in
            var writer = JSONBodyWriter()
            email.withExposedValue { writer.add("email", $0) }
            _ = try await post(["users", "forgot"], body: writer.finish()).good()
        }
    }
}

import HTTPTransport
public import SafeLogging
public import SessionAuth
import Synchronization

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

    private let settled = Mutex(State.requested)
    private let work: Task<State, Never>

    init(_ request: @escaping @Sendable () async throws(ServiceError) -> Void) {
        work = Task {
            do throws(ServiceError) {
                try await request()
                return .taken
            } catch { return .failed(error) }
        }
    }

    /// How far it has come by now. It leaves ``State/requested`` when someone has waited for ``settlement()``.
    public var state: State { settled.withLock { $0 } }

    /// Waits until the request is settled: ``State/taken`` or ``State/failed(_:)``.
    public func settlement() async -> State {
        let state = await work.value
        settled.withLock { $0 = state }
        return state
    }

    /// Gives the request up.
    public func cancel() { work.cancel() }
}

extension OrderingClient {
    /// Asks the server to help with a forgotten password (`POST /users/forgot`). Returns at once.
    public func beginPasswordRecovery(of email: Sensitive<String>) -> PasswordRecovery {
        PasswordRecovery { () async throws(ServiceError) in
            var writer = JSONBodyWriter()
            email.withExposedValue { writer.add("email", $0) }
            _ = try await post(["users", "forgot"], body: writer.finish()).good()
        }
    }
}

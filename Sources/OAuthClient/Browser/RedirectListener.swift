import Glibc
import HTTPTransport
import Sealing
import SessionAuth

/// Takes the one request by which a browser brings an authorization server's answer (RFC 8252, 7.3).
///
/// It listens on 127.0.0.1 alone. Requests for other paths are turned away; the first for its own decides, whatever it
/// says, and then nothing listens any more.
final class RedirectListener: Sendable {
    /// What a browser brought.
    final class Code: Sendable {
        let bytes: SecretBytes

        init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
    }

    typealias Outcome = Result<Code, ServiceError>

    static let path = "/callback"
    /// Connections that may be open at once; browsers open some before they need them.
    private static let mostConnections = 8
    private static let longestHead = 16_384

    let port: UInt16
    private let listener: Lock<LoopbackSocket?>
    private let pipe: WakePipe
    private let stopped = Lock<ServiceError?>(nil)

    init() throws(ServiceError) {
        guard let listener = LoopbackSocket.listening(), let pipe = WakePipe() else { throw ServiceError(.exhausted) }
        port = listener.port
        self.listener = Lock(listener)
        self.pipe = pipe
    }

    var address: String { "http://127.0.0.1:\(port)\(Self.path)" }

    /// Waits for the request, for at most `limit`; `judge` says what its answer is.
    func wait(
        for limit: Duration, on clock: any Clock<Duration>,
        _ judge: @escaping @Sendable (borrowing RedirectQuery) -> Outcome
    ) async -> Outcome {
        let timer = Task {
            do { try await clock.sleep(for: limit) } catch { return }
            self.stop(because: ServiceError(.expired))
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasThread = DedicatedThread.run { continuation.resume(returning: self.serve(judge)) }
                if !hasThread { continuation.resume(returning: .failure(ServiceError(.exhausted))) }
            }
        } onCancel: {
            stop(because: ServiceError(.cancelled))
        }
    }

    private func stop(because error: ServiceError) {
        stopped.withLock { $0 = $0 ?? error }
        pipe.wake()
    }

    private func serve(_ judge: (borrowing RedirectQuery) -> Outcome) -> Outcome {
        guard let listener = listener.withLock({ $0.take() }) else { return .failure(ServiceError(.exhausted)) }
        var connections: [Connection] = []
        while true {
            Self.wait(for: [pipe.reading, listener.descriptor] + connections.map(\.descriptor))
            if let error = stopped.withLock({ $0 }) { return .failure(error) }
            do throws(LoopbackSocket.NoRoom) {
                while let socket = try listener.connection() {
                    if connections.count == Self.mostConnections { connections.removeFirst() }
                    connections.append(Connection(socket, longest: Self.longestHead))
                }
            } catch {
                // The one that waits would be reported over and over.
                guard !connections.isEmpty else { return .failure(ServiceError(.exhausted)) }
                connections.removeFirst()
            }
            var open: [Connection] = []
            for connection in connections {
                switch connection.proceed(path: Self.path) {
                case .waiting: open.append(connection)
                case .over: break
                case .answer(let query):
                    let outcome = query.judge(judge)
                    connection.finish(with: outcome)
                    return outcome
                }
            }
            connections = open
        }
    }

    /// Waits until one of the descriptors has something, or has ended.
    private static func wait(for descriptors: [CInt]) {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        _ = unsafe poll(&entries, nfds_t(entries.count), -1)
    }
}

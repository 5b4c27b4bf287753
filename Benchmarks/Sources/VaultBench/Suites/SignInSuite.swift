import Dispatch
import OrderingClient
import SafeLogging
import SessionAuth
import SessionVault

/// A sign-in through the coordinator, with gate and durable write, beside its one request sent by hand.
///
/// Either takes a connection of its own, as a request that must not go out twice does. What the server needs is in both.
enum SignInSuite: Suite {
    static let name = "sign-in"
    static let summary = "a sign-in through the coordinator; beside the bare HTTP exchange with the same server"

    static func compare(_ bench: Bench) throws {
        let row = "sign-in through the coordinator"
        guard bench.wants(row) else { return }
        guard let server = OrderingServer() else {
            return bench.skip(row, because: "python3 or Tests/Servers/ordering_server.py is missing")
        }
        let folder = TemporaryFolder.make()
        defer { TemporaryFolder.remove(folder) }
        let coordinator = AuthCoordinator(
            vault: try BenchVault(in: folder).vault, gate: RoleGate(admitting: [.driver]),
            service: try OrderingClient(server: "http://127.0.0.1:\(server.port)", project: "bench"),
            configuration: SignInConfiguration(branches: [.emailPassword]))
        let request = request(to: server)
        bench.measure(
            Comparison(
                name: row, peer: "the same request over a socket, a connection each", reach: 1.2,
                ours: { times in
                    wait {
                        for _ in 0..<times {
                            let password = SecretBytes(utf8: password)
                            do {
                                try await coordinator.signIn(with: .email(Sensitive(address), password: password))
                            } catch { preconditionFailure("\(error)") }
                        }
                    }
                },
                theirs: { times in for _ in 0..<times { precondition(server.exchange(request) > 200) } },
                prepare: { wait { _ = await coordinator.signOut() } }, roundLimit: 400))
    }

    private static let address = "driver@example.test"
    private static let password = "password-of-41"

    private static func request(to server: OrderingServer) -> [UInt8] {
        let body = "{\"email\":\"\(address)\",\"password\":\"\(password)\"}"
        let head = [
            "POST /v400/en/bench/auth HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "Content-Type: application/json",
            "Accept: application/json", "Content-Length: \(body.utf8.count)", "Connection: close",
        ]
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }

    private static func wait(for body: @escaping @Sendable () async -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            await body()
            done.signal()
        }
        done.wait()
    }
}

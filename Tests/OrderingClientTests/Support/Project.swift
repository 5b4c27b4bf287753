import OrderingClient
import SafeLogging
import Sealing
import SessionAuth
import SessionVault
import TestSupport

/// A fresh project at the loopback server, and a client that speaks for it.
struct Project: Sendable {
    let server: OrderingServer
    let client: OrderingClient

    static func start(_ change: (inout OrderingClient.Options) -> Void = { _ in }) async throws -> Project {
        let server = try await OrderingServer.start()
        var options = OrderingClient.Options()
        change(&options)
        return Project(
            server: server,
            client: try OrderingClient(server: server.origin, project: server.project, options: options))
    }

    func account(_ number: Int) throws -> AccountID {
        try AccountID(realm: client.realm, subject: String(number))
    }

    /// The server's last request of an operation.
    func last(_ operation: String) async throws -> OrderingServer.Entry {
        guard let entry = try await server.log(operation).last else { throw Missing() }
        return entry
    }

    /// Tells for each session that the server ever issued whether it is active.
    func activity() async throws -> [Bool] {
        try await server.sessions().map(\.active)
    }
}

struct Missing: Error {}

/// The accounts that the server knows.
enum Person {
    static let driver = 41
    static let customer = 51

    static func address(_ number: Int) -> Sensitive<String> {
        let names = [
            1: "administrator", 2: "manager", 12: "owner", 41: "driver", 42: "texts", 43: "disabled", 44: "plain",
            45: "single", 51: "customer", 52: "drivers.manager", 61: "unknown.level", 62: "no.level",
            81: "professional", 91: "agent",
        ]
        return Sensitive("\(names[number] ?? "nobody")@example.test")
    }

    static func cellphone(_ number: Int) -> Sensitive<String> {
        Sensitive("300555\(number < 10 ? "000" : "00")\(number)")
    }

    static func password(_ number: Int = driver) -> Credential {
        .email(address(number), password: secret("password-of-\(number)"))
    }

    /// An identity token as Google makes them; nobody here looks at its signature.
    static func googleToken(_ number: Int) -> SecretBytes {
        secret(JSONWebToken.text(["sub": "google-person-\(number)", "iat": 1_700_000_000, "exp": 4_102_444_800]))
    }
}

extension OrderingClient {
    /// Signs in without extras.
    func signIn(with credential: borrowing Credential) async throws(ServiceError) -> SignInAnswer {
        try await signIn(with: credential, extras: SignInExtras())
    }

    /// The failure of a sign-in; nil where it worked.
    func refusal(of credential: borrowing Credential) async -> ServiceError? {
        await refusal { () async throws(ServiceError) in _ = try await signIn(with: credential) }
    }

    func refusal(_ body: () async throws(ServiceError) -> Void) async -> ServiceError? {
        do throws(ServiceError) {
            try await body()
            return nil
        } catch { return error }
    }
}

/// The text of a secret, to be compared with what was expected.
func text(_ bytes: borrowing SecretBytes) -> String {
    String(decoding: exposed(bytes), as: UTF8.self)
}

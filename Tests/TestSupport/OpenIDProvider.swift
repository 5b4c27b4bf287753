import Foundation

/// A process of `Tests/Servers/oidc_provider.py`: an OpenID provider that others wrote.
///
/// It needs the packages of `Tests/Servers/requirements.txt`, which are looked for in the Python of the environment
/// variable `SESSIONVAULT_TEST_PYTHON`, then in `.build/test-venv` of this package, then in the system's.
package final class OpenIDProvider: Sendable {
    /// The Python that has the packages; nil where none has.
    package static let python: String? = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let candidates = [
            ProcessInfo.processInfo.environment["SESSIONVAULT_TEST_PYTHON"],
            root.appending(path: ".build/test-venv/bin/python3").path(), "python3",
        ]
        return candidates.compactMap(\.self).first { hasPackages($0) }
    }()

    private let process: ServerProcess

    private init(_ process: ServerProcess) {
        self.process = process
    }

    package static func start() async throws -> OpenIDProvider {
        OpenIDProvider(try await ServerProcess.launch("oidc_provider.py", python: python ?? "python3"))
    }

    package var issuer: String { "http://127.0.0.1:\(process.port)" }

    /// Lets a person approve or refuse what stands behind a user code.
    package func decide(_ userCode: String, subject: String, claims: String = "{}", approved: Bool = true) async throws
    {
        _ = try await LoopbackExchange.send(
            "POST", "/_control/approve",
            body: #"{"user_code":"\#(userCode)","sub":"\#(subject)","claims":\#(claims),"approved":\#(approved)}"#,
            port: process.port)
    }

    private static func hasPackages(_ python: String) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [python, "-c", "import oidc_provider_mock, authlib, flask"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

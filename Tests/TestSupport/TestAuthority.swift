import Foundation

/// A certificate authority of its own in a temporary folder, made with the `openssl` command.
package final class TestAuthority: Sendable {
    /// A certificate and its key, as paths of PEM files.
    package struct Leaf: Sendable {
        package let certificate: String
        package let key: String
        fileprivate let folder: TemporaryFolder
    }

    private let folder: TemporaryFolder

    /// Path of the authority's own certificate.
    package var certificate: String { folder.path("ca.pem") }

    package static func make() async throws -> TestAuthority {
        try await OffPool.run { try TestAuthority() }
    }

    private init() throws {
        folder = try TemporaryFolder()
        try openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=Made-up authority", "-keyout", folder.path("ca.key"), "-out", certificate)
    }

    /// Issues a certificate for `names`, such as `IP:127.0.0.1`; with negative days it has already expired.
    package func issue(_ names: String, days: Int = 2) async throws -> Leaf {
        try await OffPool.run { [self] in try sign(names, days: days) }
    }

    private func sign(_ names: String, days: Int) throws -> Leaf {
        let leaf = Leaf(certificate: folder.path("leaf.pem"), key: folder.path("leaf.key"), folder: folder)
        let (request, extensions) = (folder.path("leaf.csr"), folder.path("leaf.ext"))
        try openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=leaf", "-keyout",
            leaf.key, "-out", request)
        try Data("subjectAltName=\(names)\n".utf8).write(to: URL(filePath: extensions))
        try openssl(
            "x509", "-req", "-in", request, "-CA", certificate, "-CAkey", folder.path("ca.key"), "-days", "\(days)",
            "-extfile", extensions, "-out", leaf.certificate)
        return leaf
    }

    private func openssl(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw LoopbackExchange.Failure(step: "openssl") }
    }
}

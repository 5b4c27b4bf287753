import FoundationEssentials
import Glibc

/// A fresh directory that only its owner may enter, removed with all that is in it when the last reference goes.
///
/// Hold it for as long as its path is used: in a property of the suite, or through ``with(_:)``.
package final class TemporaryDirectory: Sendable {
    /// The system refused to make the directory.
    package struct NotMade: Error {
        package let errno: Int32
    }

    /// The absolute path, without a slash at the end.
    package let path: String

    /// Makes the directory with mode 0700, under `TMPDIR` or `/tmp`.
    package init() throws(NotMade) {
        let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(parent)/session-vault-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw NotMade(errno: errno) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` inside the directory.
    package func path(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// Makes a directory for the time that `body` takes.
    package static func with<R>(_ body: (TemporaryDirectory) throws -> R) throws -> R {
        let directory = try TemporaryDirectory()
        return try withExtendedLifetime(directory) { try body(directory) }
    }

    /// Makes a directory for the time that `body` takes.
    package static func withAsync<R>(_ body: (TemporaryDirectory) async throws -> R) async throws -> R {
        let directory = try TemporaryDirectory()
        let result = try await body(directory)
        withExtendedLifetime(directory) {}
        return result
    }
}

package typealias TemporaryFolder = TemporaryDirectory

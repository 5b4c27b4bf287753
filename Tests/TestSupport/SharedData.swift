package import FoundationEssentials

/// Data files that the tests share with other projects, which a checkout alone does not have.
///
/// They are looked for in `SESSIONVAULT_SHARED`, and without that in `../shared` beside the package. A test that needs
/// one asks for it in `.enabled(if:)`, and so is skipped where it is absent.
package enum SharedData {
    /// The path of `name` below the directory of shared data, or nil where there is no such file.
    package static func path(_ name: String) -> String? {
        let path = "\(directory)/\(name)"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// The content of `name`, or nil where there is no such file.
    package static func content(_ name: String) throws -> Data? {
        guard let path = path(name) else { return nil }
        return try Data(contentsOf: URL(filePath: path))
    }

    private static var directory: String {
        ProcessInfo.processInfo.environment["SESSIONVAULT_SHARED"] ?? "\(packageRoot)/../shared"
    }

    /// This file stands three levels below the root of the package.
    private static let packageRoot = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        .dropLast(3).joined(separator: "/")
}

import Foundation

/// The names of all public types of the products, as the sources declare them.
///
/// The sources are formatted, so what a declaration stands in is what is indented less.
enum PublicTypeNames {
    private static let modules = [
        "SafeLogging", "Sealing", "SessionVault", "SessionAuth", "OrderingClient", "OAuthClient", "LeakAudit",
        "HTTPTransport",
    ]

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

    static func all() throws -> Set<String> {
        var names: Set<String> = []
        for module in modules {
            let folder = sources.appending(path: module).path()
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder) where file.hasSuffix(".swift") {
                names.formUnion(Self.names(in: try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)))
            }
        }
        return names
    }

    /// Those that one file declares, such as `VaultError.Code`.
    static func names(in source: String) -> [String] {
        var names: [String] = []
        var enclosing: [(indent: Int, name: String)] = []
        for line in source.split(separator: "\n") {
            let indent = line.prefix { $0 == " " }.count
            let words = line.split(whereSeparator: { " :<({".contains($0) }).map(String.init)
            guard let keyword = words.firstIndex(where: { keywords.contains($0) }), keyword + 1 < words.count,
                words[..<keyword].allSatisfy({ modifiers.contains($0) })
            else { continue }
            enclosing.removeAll { $0.indent >= indent }
            enclosing.append((indent, words[keyword + 1]))
            guard words[keyword] != "extension", words[..<keyword].contains("public") else { continue }
            names.append(enclosing.map(\.name).joined(separator: "."))
        }
        return names
    }

    private static let keywords: Set = ["struct", "enum", "class", "actor", "extension"]
    private static let modifiers: Set = ["public", "package", "private", "fileprivate", "final", "indirect", "open"]
}

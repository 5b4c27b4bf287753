import FoundationEssentials

/// A log as servers write it, by `Tests/Tools/realistic_log.py`.
struct Corpus {
    /// A place where a secret was planted.
    struct Planted: Decodable {
        let start: Int
        let end: Int
        let form: String
    }

    private static let tool = ["Tests/Tools/realistic_log.py", "../Tests/Tools/realistic_log.py"]
        .first { FileManager.default.fileExists(atPath: $0) }

    let path: String
    let bytes: [UInt8]
    let planted: [Planted]

    /// Nil where there is no Python, or the script is not in this folder's neighbourhood.
    init?(_ size: Int, in folder: String, planting secrets: [[UInt8]] = []) throws {
        path = "\(folder)/\(secrets.isEmpty ? "clean" : "planted").log"
        guard let tool = Self.tool else { return nil }
        var arguments = [tool, "--bytes", "\(size)", "--output", path]
        if !secrets.isEmpty {
            try Data(secrets.joined(separator: [UInt8(ascii: "\n")])).write(to: URL(filePath: "\(folder)/secrets"))
            arguments += ["--plant", "\(folder)/secrets", "--truth", "\(folder)/truth"]
        }
        guard Program("python3", arguments)?.run() == true else { return nil }
        bytes = Array(try Data(contentsOf: URL(filePath: path)))
        planted =
            secrets.isEmpty
            ? []
            : try String(contentsOfFile: "\(folder)/truth", encoding: .utf8).split(separator: "\n")
                .map { try JSONDecoder().decode(Planted.self, from: Data($0.utf8)) }
    }
}

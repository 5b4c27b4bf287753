/// Gives the commands that a text names the vault that the command line named, so that they can be typed as they stand;
/// those that need words besides stay as they are.
enum NamedVault {
    static func text(_ text: String, naming vault: String?) -> String {
        guard let vault else { return text }
        return text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .map { number, part in number % 2 == 1 ? command(String(part), naming: vault) : String(part) }
            .joined(separator: "`")
    }

    private static func command(_ line: String, naming vault: String) -> String {
        let words = line.split(separator: " ")
        guard words.first == "vault", !words.contains("--help"), !words.contains("--vault") else { return line }
        for length in [2, 1] where words.count > length {
            let name = words[1...length].joined(separator: " ")
            guard let command = CommandTable.commands.first(where: { $0.name == name }) else { continue }
            let needed = command.operands.count { $0.count == .once }
            let given = words[(length + 1)...].count { !$0.hasPrefix("--") }
            guard given >= needed, command.options.contains(where: { $0.name == OptionSpec.vault.name }) else {
                return line
            }
            return (words[...length] + ["--vault", Substring(quoted(vault))] + words[(length + 1)...])
                .joined(separator: " ")
        }
        return line
    }

    /// As a shell takes it for one word.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || "/._-+@%,:=".utf8.contains(byte)
        }
        guard !isPlain else { return path }
        return "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

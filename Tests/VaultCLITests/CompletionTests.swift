import Foundation
import TestSupport
import Testing

@testable import VaultCLI

/// The scripts of `vault completions`, run by the shells that they are for.
@Suite("vault completions")
struct CompletionTests {
    private static func has(_ shell: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
    }

    /// A command line that is typed so far, and what may follow; nil for what the shell itself finds, such as files.
    private static let lines: [(line: String, words: [String])] = [
        ("vault secr", ["secret"]),
        ("vault secret ", ["get", "set", "list", "remove"]),
        ("vault import n", ["netrc"]),
        ("vault secret get --passph", ["--passphrase-fd"]),
        ("vault import json --sh", ["--shred"]),
        ("vault version --format ", ["text", "json"]),
        ("vault inspect --format s", ["sarif"]),
        ("vault slots add key", ["key-file"]),
        ("vault --quiet insp", ["inspect"]),
        ("vault --vault x secret g", ["get"]),
        ("vault secret --quiet ge", ["get"]),
        ("vault completions ", ["bash", "zsh", "fish"]),
        ("vault import netrc my", ["my-netrc"]),
        ("vault inspect --vault my", ["my-netrc"]),
        ("vault inspect --logs my-netrc my", ["my-netrc"]),
    ]

    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        let made = try await VaultCommand.shell(
            """
            cd '\(folder.path)' && : >my-netrc && : >'a file' && mkdir functions
            "$VAULT" completions bash >vault.bash && "$VAULT" completions zsh >functions/_vault
            "$VAULT" completions fish >vault.fish
            """)
        #expect(made.status == 0, "\(made.errors)")
    }

    /// What bash would offer for the last of the words.
    private func bash(_ words: [String]) async throws -> [String] {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let script = """
            set -u; cd '\(folder.path)'; source vault.bash
            COMP_WORDS=(\(quoted)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _vault
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let result = try await VaultCommand.start("/bin/bash", ["--norc", "-c", script], input: "", environment: [:])
        #expect(result.errors.isEmpty, "\(result.errors)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test("bash completes commands, options, their words and files", arguments: lines)
    func bash(line: String, words: [String]) async throws {
        let typed = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        #expect(try await bash(typed).sorted() == words.sorted())
    }

    @Test(
        "bash completes behind an equals sign, behind options that stand first, and in `help`",
        arguments: [
            (["vault", "inspect", "--format", "=", "j"], ["json"]),
            (["vault", "version", "--format", "="], ["text", "json"]),
            (["vault", "--vault", "init", "secret", "g"], ["get"]),
            (["vault", "--vault=init", "--quiet", "slots", "rem"], ["remove"]),
            (["vault", "help", "secret", "l"], ["list"]),
            (["vault", "--v"], ["--version"]),
            (["vault", "secret", "get", "example.com", ""], []),
            (["vault", "help", "backup", ""], []),
        ])
    func bashPlaces(words: [String], offered: [String]) async throws {
        #expect(try await bash(words).sorted() == offered.sorted())
    }

    @Test("bash offers for every command exactly its options", arguments: CommandTable.commands.map(\.name))
    func bashOptions(name: String) async throws {
        let command = try #require(CommandTable.commands.first { $0.name == name })
        let offered = try await bash(["vault"] + command.words + ["--"])
        #expect(offered.sorted() == command.options.map { "--\($0.name)" }.sorted())
    }

    @Test("At a terminal bash completes a file's name with a space in it")
    func bashAtTerminal() async throws {
        let start = "PS1='READY> '; cd '\(folder.path)'; source vault.bash\n"
        try Data(start.utf8).write(to: URL(filePath: folder.path("rc")))
        let result = try await TerminalSession.run(
            ["--noprofile", "--rcfile", folder.path("rc"), "-i"],
            [
                .init(await: "READY> ", send: "vault import netrc a\t"),
                .init(await: #"a\ file"#, send: "\u{15}exit\n"),
            ], program: "/bin/bash")
        #expect(result.status == 0, "\(result.output)")
    }

    @Test(
        "fish completes commands, options, their words and files", .enabled(if: has("fish"), "fish is not installed"),
        arguments: lines)
    func fish(line: String, words: [String]) async throws {
        #expect(try await fish([line]) == [words.sorted()])
    }

    @Test("fish offers for every command exactly its options", .enabled(if: has("fish"), "fish is not installed"))
    func fishOptions() async throws {
        let commands = CommandTable.commands
        let offered = try await fish(commands.map { "vault \($0.name) --" })
        for (command, words) in zip(commands, offered) {
            #expect(words == command.options.map { "--\($0.name)" }.sorted(), "\(command.name)")
        }
        #expect(offered.count == commands.count)
    }

    /// What fish would offer for each of the lines.
    private func fish(_ lines: [String]) async throws -> [[String]] {
        var script = "cd '\(folder.path)'; source vault.fish\n"
        for line in lines { script += "complete -C '\(line)'; echo END\n" }
        let result = try await VaultCommand.start(
            "/usr/bin/fish", ["--no-config", "-c", script], input: "",
            environment: ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path])
        #expect(result.errors.isEmpty, "\(result.errors)")
        return result.output.components(separatedBy: "END\n").dropLast().map { answers in
            answers.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }.sorted()
        }
    }

    @Test(
        "zsh completes commands, options, their words and files", .enabled(if: has("zsh"), "zsh is not installed"),
        arguments: lines)
    func zsh(line: String, words: [String]) async throws {
        // Notes what `compadd` would add, since zsh itself only shows it.
        let start = """
            PS1='READY> '; cd '\(folder.path)'
            fpath=('\(folder.path)/functions' $fpath); autoload -Uz compinit; compinit -u -D
            noted() {
                compadd() { local -a found; builtin compadd -O found "$@"; print -rl -- $found >>found; builtin compadd "$@" }
                _main_complete
                exit
            }
            zle -C noted complete-word noted
            bindkey '^T' noted

            """
        try Data(start.utf8).write(to: URL(filePath: folder.path(".zshrc")))
        let result = try await TerminalSession.run(
            ["-d", "-i"], [.init(await: "READY> ", send: line + "\u{14}")], environment: ["ZDOTDIR": folder.path],
            program: "/usr/bin/zsh")
        let found = try String(contentsOfFile: folder.path("found"), encoding: .utf8)
        #expect(Set(found.split(separator: "\n").map(String.init)) == Set(words), "\(result.output)")
    }

    @Test("zsh's script has for every command exactly its options")
    func zshOptions() throws {
        for command in CommandTable.commands {
            let isVerb = command.words.count > 1
            let function = isVerb ? "_vault_\(command.words[0])() {" : "_vault() {"
            let body = try #require(ZshCompletion.script.components(separatedBy: function).last)
            let section = try #require(body.components(separatedBy: "        \(command.verb))\n").dropFirst().first)
            let specs = try #require(section.components(separatedBy: ";;").first).split(separator: "\n")
            let names = specs.compactMap { line in
                line.split(separator: "'").dropFirst().first.flatMap { spec in
                    spec.hasPrefix("--") ? String(spec.prefix { !"=[".contains($0) }) : nil
                }
            }
            #expect(names.sorted() == command.options.map { "--\($0.name)" }.sorted(), "\(command.name)")
        }
    }
}

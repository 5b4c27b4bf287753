import Testing

@testable import VaultCLI

@Suite("Help")
struct HelpTests {
    @Test(
        "The overview fits a terminal of 24 lines and 80 columns, and names every command",
        arguments: [[], ["--help"], ["help"]])
    func overview(arguments: [String]) async throws {
        let result = try await VaultCommand.run(arguments)
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(result.status == 0)
        #expect(lines.count <= 24)
        #expect(lines.allSatisfy { $0.count < 80 })
        for entry in CommandTable.listed { #expect(result.output.contains("  \(entry.name) ")) }
        for entry in CommandTable.entries { #expect(result.output.contains(entry.name)) }
    }

    @Test(
        "A command's page names its options and an example within 80 columns",
        arguments: CommandTable.commands.map(\.name))
    func page(name: String) async throws {
        let command = try #require(CommandTable.commands.first { $0.name == name })
        let result = try await VaultCommand.run(command.words + ["--help"])
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count < 80 })
        #expect(!command.examples.isEmpty)
        for option in command.options { #expect(result.output.contains(option.synopsis)) }
        for example in command.examples { #expect(result.output.contains(example.line)) }
        #expect(try await VaultCommand.run(["help"] + command.words).output == result.output)
    }

    @Test("A group's page names its commands within 80 columns and 24 lines", arguments: ["slots", "secret", "import"])
    func group(name: String) async throws {
        let result = try await VaultCommand.run(name, "--help")
        let commands = try #require(CommandTable.entries.first { $0.name == name }).commands
        #expect(result.status == 0)
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count < 80 })
        #expect(result.output.count { $0 == "\n" } <= 24)
        for command in commands { #expect(result.output.contains("  \(command.verb) ")) }
        #expect(try await VaultCommand.run("help", name).output == result.output)
    }

    @Test("A command in backquotes stays on one line")
    func wrap() {
        let text = "one two three `vault slots add` four"
        #expect(HelpPage.wrap(text, to: 20) == ["one two three", "`vault slots add`", "four"])
    }

    @Test("Every example is a command line that the parser takes", arguments: CommandTable.commands.map(\.name))
    func examples(name: String) async throws {
        for example in try #require(CommandTable.commands.first { $0.name == name }).examples {
            let words = example.line.split { $0 == " " || $0 == "\n" || $0 == "\\" }.map(String.init)
                .prefix { !"<>|".contains($0.first ?? " ") }
            #expect(words.first == "vault")
            guard case .command(let invocation) = try ArgumentParser.parse(Array(words.dropFirst())) else {
                Issue.record("\(example.line) is no command")
                continue
            }
            #expect(invocation.command.name == name)
        }
    }

    @Test("The version is told in text and JSON")
    func version() async throws {
        let text = try await VaultCommand.run("version").output
        #expect(text == "vault \(VersionCommand.version), vault format 1\n")
        #expect(try await VaultCommand.run("--version").output == text)
        let json = try await VaultCommand.run("version", "--format", "json").json()
        #expect(json["schema"] as? String == "sessionvault.version/1")
        #expect(json["version"] as? String == VersionCommand.version)
    }
}

import Foundation
import TestSupport
import Testing

@testable import VaultCLI

@Suite("vault man")
struct ManualTests {
    private static func has(_ program: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func page() async throws -> String {
        let result = try await VaultCommand.run("man")
        #expect(result.status == 0 && result.errors.isEmpty)
        return result.output
    }

    @Test("mandoc finds no fault in the page", .enabled(if: has("mandoc"), "mandoc is not installed"))
    func mandoc() async throws {
        let result = try await VaultCommand.shell(
            "\"$VAULT\" man >'\(folder.path)/vault.1' && mandoc -T lint '\(folder.path)/vault.1'")
        #expect(result.status == 0 && result.output.isEmpty && result.errors.isEmpty, "\(result.output)")
    }

    @Test("groff sets the page without a warning", .enabled(if: has("man") && has("groff"), "groff is not installed"))
    func groff() async throws {
        let result = try await VaultCommand.shell(
            """
            "$VAULT" man >'\(folder.path)/vault.1'
            MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -l '\(folder.path)/vault.1'
            """)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        let plain = result.output
        for word in ["VAULT(1)", "vault import netrc", "EXIT STATUS", "ENVIRONMENT", "SESSIONVAULT_PATH"] {
            #expect(plain.contains(word), "\(word)")
        }
        for line in plain.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test("Every command of the table has a section, with each option that stands in no common one")
    func complete() async throws {
        let sections = try await page().components(separatedBy: "\n.S").map { ".S" + $0 }
        let common = try #require(sections.first { $0.hasPrefix(".SH COMMON OPTIONS") })
        let opening = try #require(sections.first { $0.hasPrefix(".SH OPTIONS THAT OPEN A VAULT") })
        for command in CommandTable.commands {
            let title = ".SS vault \(command.name.replacing("-", with: "\\-")) ["
            let section = try #require(sections.first { $0.hasPrefix(title) }, "\(command.name)")
            let opens = section.contains("It takes the options that open a vault, below.")
            for option in command.options {
                let entry = "\n.TP\n\\fB\\-\\-\(option.name.replacing("-", with: "\\-"))\\fR"
                let places = [section, common] + (opens ? [opening] : [])
                #expect(places.contains { $0.contains(entry) }, "\(command.name) --\(option.name)")
                guard case .choice(let words) = option.argument else { continue }
                #expect(places.contains { $0.contains("\(words.joined(separator: "|"))") }, "\(command.name)")
            }
            for example in command.examples {
                #expect(section.contains(Roff.literal(example.line.components(separatedBy: "\n")[0])))
            }
        }
    }

    @Test("What is said of the common options holds for every command")
    func commonOptions() {
        for command in CommandTable.commands {
            let names = Set(command.options.map(\.name))
            #expect(names.isSuperset(of: ["format", "quiet", "help"]))
            #expect(names.contains("vault") == names.contains("log"), "\(command.name)")
        }
    }

    @Test("Every exit status and every variable of the environment that the code reads is explained")
    func surroundings() async throws {
        let page = try await page()
        for status in ExitStatus.allCases { #expect(page.contains(".TP\n\(status.rawValue)\n\(status.meaning)\n")) }
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var names: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for beginning in ["Environment.value(\"", "static let variable = \""] {
                names.formUnion(
                    text.components(separatedBy: beginning).dropFirst().map { String($0.prefix { $0 != "\"" }) })
            }
        }
        #expect(names.isSuperset(of: ["NO_COLOR", "SESSIONVAULT_KEY_FD", "SESSIONVAULT_PATH"]))
        for name in names { #expect(page.contains("\n\\fB\(name)\\fR\n"), "\(name)") }
    }

    @Test("Text that would be a request or an escape is set as text")
    func escapes() {
        #expect(Roff.text(".SH \\n") == ["\\&.SH \\en"])
        #expect(Roff.text("see `vault man`, or --help") == ["see \\fBvault man\\fR, or \\-\\-help"])
        #expect(Roff.literal("it's a-b") == "it\\(aqs a\\-b")
        #expect(Roff.text("a…") == ["a\\[u2026]"])
    }
}

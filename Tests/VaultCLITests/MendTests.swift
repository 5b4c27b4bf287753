import SessionVault
import Testing

@testable import VaultCLI

@Suite("What an error says to do")
struct MendTests {
    @Test("Every command and option that a mend names is one", arguments: VaultError.Code.all)
    func exists(code: VaultError.Code) throws {
        let text = CommandMend.text(of: VaultError(code))
        #expect(text.hasSuffix("."))
        let quoted = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { $0.element.split(separator: " ").map(String.init) }
        for words in quoted where words.first == "vault" {
            let names = words.dropFirst().prefix { !$0.hasPrefix("--") }
            let command = try #require(
                CommandTable.commands.first { $0.words.elementsEqual(names) }, "\(words.joined(separator: " "))")
            for option in words.filter({ $0.hasPrefix("--") }) {
                #expect(command.options.contains { "--\($0.name)" == option }, "\(command.name) \(option)")
            }
        }
        let known = Set(CommandTable.commands.flatMap(\.options).map { "--\($0.name)" })
        for word in text.split(whereSeparator: { " `.,;()".contains($0) }) where word.hasPrefix("--") {
            #expect(known.contains(String(word)), "\(word)")
        }
    }

    @Test(
        "The command's mends name no calls, and the library's no options and no commands",
        arguments: VaultError.Code.all)
    func audiences(code: VaultError.Code) {
        let library = VaultError(code).description
        let command = CommandMend.text(of: VaultError(code))
        #expect(!library.contains("--") && !library.contains("`vault "), "\(library)")
        for call in ["`Vault.", "`VaultOptions", "addSlot", "removingOthers"] { #expect(!command.contains(call)) }
    }

    @Test("A mend of an error's own is the same in both")
    func ownMend() {
        let error = VaultError(.absent, "gone", path: "/p", mend: "Look elsewhere.")
        #expect(error.description == "/p: gone. Look elsewhere.")
        #expect(CommandMend.text(of: error) == error.description)
    }

    @Test("The commands that mend a vault are named by the errors that they mend")
    func named() {
        let mends = VaultError.Code.all.map { CommandMend.text(of: VaultError($0)) }.joined(separator: " ")
        for words in [
            "vault init", "vault verify", "vault repair", "vault backup", "vault restore", "vault set-aside",
            "vault slots list", "vault slots add", "--accept-rollback", "--anchor", "--remove-other-slots",
            "--memory-limit", "--recovery-code",
        ] {
            #expect(mends.contains(words), "\(words)")
        }
        #expect(CommandMend.text(of: VaultError(.wrongKey)).contains("`vault slots list`"))
    }
}

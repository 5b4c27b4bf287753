import Foundation
import TestSupport
import Testing

@Suite("The process's memory")
struct ProcessGuardTests {
    @Test(
        "L32: a crash prints nothing, whatever the environment asks of Swift's runtime",
        arguments: [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE])
    func crash(signal: Int32) async throws {
        let vault = try StoredVault()
        try vault.addPassphrase("pass phrase of the vault")
        let result = try await TerminalSession.run(
            ["status", "--vault", vault.path], [.init(await: "Passphrase: ", signal: signal)],
            environment: ["SWIFT_BACKTRACE": "enable=yes,color=no,registers=all,output-to=stdout"])
        #expect(result.signal == signal)
        #expect(result.output == "Passphrase: ")
    }

    @Test("A full disk ends the command with status 2 and not with a signal; a reader that left ends it without a word")
    func brokenOutput() async throws {
        let folder = try TemporaryFolder()
        let full = try await VaultCommand.shell("\"$VAULT\" --help >/dev/full; echo $?")
        #expect(full.output == "2\n")
        #expect(full.errors.contains("could not be written"))
        let left = try await VaultCommand.shell("{ sleep 0.2; \"$VAULT\" --help; echo $? >&2; } | true")
        #expect(left.errors == "141\n")
        let limited = try await VaultCommand.shell(
            "(ulimit -f 0; \"$VAULT\" --help) >\"$F\"; echo $?", environment: ["F": folder.path("out")])
        #expect(limited.output == "2\n")
    }
}

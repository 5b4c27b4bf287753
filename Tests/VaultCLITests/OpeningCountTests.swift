import Glibc
import Sealing
import SessionVault
import TestSupport
import Testing

/// How often a command opens the vault's file, which costs more than what it does with it.
@Suite("Openings of the file")
struct OpeningCountTests {
    let vault: StoredVault

    init() throws {
        vault = try StoredVault()
        try vault.open().secrets.set(SecretBytes(utf8: "made-up value"), for: SecretName(service: "s"))
    }

    @Test("A command with a key file opens the file once")
    func keyFile() async throws {
        let watch = try FileWatch(vault.path)
        let result = try await VaultCommand.run(["secret", "get", "s"] + vault.key)
        #expect(result.status == 0 && result.output == "made-up value")
        #expect(watch.openings() == 1)
    }

    @Test("A command that takes what the machine offers opens the file once more, to see which slots there are")
    func offered() async throws {
        let watch = try FileWatch(vault.path)
        let line = #""$VAULT" secret get s --vault "$V" 3<"$K""#
        let result = try await VaultCommand.shell(
            line, environment: ["V": vault.path, "K": vault.keyFile, "SESSIONVAULT_KEY_FD": "3"])
        #expect(result.status == 0 && result.output == "made-up value", "\(result.errors)")
        #expect(watch.openings() == 2)
    }
}

/// Hears of each opening of a file by any process.
private final class FileWatch {
    private let descriptor: CInt

    init(_ path: String) throws {
        descriptor = inotify_init()
        try #require(descriptor >= 0 && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        // Two events in a row that are alike are told as one, so closing is watched too.
        let watch = unsafe inotify_add_watch(descriptor, path, UInt32(IN_OPEN) | UInt32(IN_CLOSE_WRITE))
        try #require(watch >= 0)
    }

    deinit { close(descriptor) }

    /// How often it was opened since.
    func openings() -> Int {
        var events = [UInt32](repeating: 0, count: 4_096)
        let size = unsafe events.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        // An event of a file has four numbers: the watch, what happened, and two that are 0.
        let masks = stride(from: 1, to: max(0, size) / 4, by: 4).map { events[$0] }
        return masks.count { $0 & UInt32(IN_OPEN) != 0 }
    }
}

import Testing

@testable import SessionVault

@Suite("Forked processes")
struct ForkTests {
    @Test("A forked child is refused with its own error, and the parent's vault is none the worse")
    func refused() throws {
        let place = try VaultFolder()
        try place.create(signingIn: ["42"])
        let child = try ChildProcess("fork", place.path)
        #expect(child.wait() == ["forked", "forked", "child 0", "sessions 2"])
        #expect(try place.open().verify().isIntact)
        #expect(VaultError(.forked).description.contains("Open the vault again in this process."))
    }
}

import Foundation
import Sealing
import Testing

@testable import SessionVault

extension KernelKeyring {
    /// Whether the system lets this process use it.
    static let isAvailable: Bool = {
        do throws(VaultError) {
            _ = try KernelKeyring.root(of: [1])
            return true
        } catch { return false }
    }()
}

@Suite("Kernel keyring", .enabled(if: KernelKeyring.isAvailable, "the system forbids the kernel's keyring here"))
struct KernelKeyringTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    private func code(_ body: () throws(VaultError) -> Void) -> VaultError.Code? {
        do throws(VaultError) {
            try body()
            return nil
        } catch { return error.code }
    }

    @Test("K13: a vault that is kept unlocked opens without a slot, reads and writes, until that is ended")
    func keepAndForget() throws {
        let vault = try place.create()
        try vault.signIn("42")
        #expect(
            code { () throws(VaultError) in _ = try Vault.open(at: place.path, unlockingWith: .kernelKeyring) }
                == .keySourceUnavailable)
        try vault.keepUnlocked(seconds: 60)
        let opened = try Vault.open(at: place.path, unlockingWith: .kernelKeyring)
        try opened.signIn("43")
        try opened.rotate()
        #expect(try opened.sessions().count == 2 && opened.verify().isIntact)
        #expect(try Vault.forgetKeptUnlocked(at: place.path))
        #expect(try !Vault.forgetKeptUnlocked(at: place.path))
        #expect(
            code { () throws(VaultError) in _ = try Vault.open(at: place.path, unlockingWith: .kernelKeyring) }
                == .keySourceUnavailable)
    }

    @Test("Its time over, the kernel forgets the key by itself", .timeLimit(.minutes(1)))
    func timeLimit() throws {
        let vault = try place.create()
        try vault.keepUnlocked(seconds: 1)
        while try KernelKeyring.root(of: vault.vaultID) != nil { sched_yield() }
        #expect(throws: VaultError(.invalidArgument)) { try vault.keepUnlocked(seconds: 0) }
        #expect(throws: VaultError(.invalidArgument)) { try vault.keepUnlocked(seconds: 86_401) }
    }

    @Test("What is kept opens no other vault, and none whose root key was replaced since")
    func otherRoots() throws {
        let vault = try place.create()
        try vault.keepUnlocked(seconds: 60)
        let other = try VaultFolder()
        try other.create(signingIn: ["7"])
        #expect(throws: VaultError(.keySourceUnavailable)) {
            _ = try Vault.open(at: other.path, unlockingWith: .kernelKeyring)
        }
        let stale = try vault.unlockedKeys().root.copy()
        try vault.replaceRoot(keeping: place.source)
        #expect(try KernelKeyring.root(of: vault.vaultID) == nil)
        try KernelKeyring.keep(stale, of: vault.vaultID, seconds: 60)
        #expect(throws: VaultError(.keySourceUnavailable)) {
            _ = try Vault.open(at: place.path, unlockingWith: .kernelKeyring)
        }
        _ = try Vault.forgetKeptUnlocked(at: place.path)
    }

    @Test("It is no way in that stays: neither slot nor vault is made of it, and it is no slot to keep")
    func noSlot() throws {
        let vault = try place.create()
        try vault.keepUnlocked(seconds: 60)
        #expect(throws: VaultError(.invalidArgument)) { try vault.addSlot(for: .kernelKeyring) }
        #expect(throws: VaultError(.invalidArgument)) { try vault.replaceRoot(keeping: .kernelKeyring) }
        #expect(throws: VaultError(.invalidArgument)) {
            _ = try Vault.create(at: place.file("other"), unlockingWith: .kernelKeyring)
        }
        _ = try Vault.forgetKeptUnlocked(at: place.path)
    }

    private func run(_ command: String...) throws -> [String] {
        try Program.run(
            "/usr/bin/env", command + [ChildProcess.executable.path(), "key-sources", place.path, "open", "kernel"])
    }

    @Test("K13: another session of the same user opens it too, as under setsid and after a shell")
    func otherSession() throws {
        let vault = try place.create()
        try vault.signIn("42")
        try vault.keepUnlocked(seconds: 60)
        #expect(try run("setsid", "--wait") == ["sessions 1"])
        if geteuid() == 0 { #expect(try run("setpriv", "--inh-caps=-all") == ["sessions 1"]) }
        _ = try Vault.forgetKeptUnlocked(at: place.path)
    }

    @Test(
        "K13: so does a session that su has begun, with a keyring of its own",
        .enabled(if: geteuid() == 0, "needs root, whom su asks for no password"))
    func suSession() throws {
        let vault = try place.create()
        try vault.signIn("42")
        try vault.keepUnlocked(seconds: 60)
        let command = "exec \(ChildProcess.executable.path()) key-sources '\(place.path)' open kernel"
        #expect(try Program.run("/usr/bin/su", ["root", "-s", "/bin/sh", "-c", command]) == ["sessions 1"])
        _ = try Vault.forgetKeptUnlocked(at: place.path)
    }

    @Test(
        "Another user gets nothing of it, not even with the key's number",
        .enabled(if: geteuid() == 0, "needs root to become another user"), arguments: ["setpriv", "su"])
    func otherUser(way: String) throws {
        let vault = try place.create()
        try vault.keepUnlocked(seconds: 60)
        let script = """
            import ctypes
            libc = ctypes.CDLL(None, use_errno=True)
            keys = [int(line.split()[0], 16) for line in open("/proc/keys") if "sessionvault:" in line]
            buffer = ctypes.create_string_buffer(64)
            read = [libc.syscall(250, 11, key, buffer, 64) for key in keys]
            print("visible", len(keys), "read", sum(n > 0 for n in read))
            """
        let other =
            way == "su"
            ? ["nobody", "-s", "/usr/bin/python3", "-c", script]
            : ["--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c", script]
        let said = try Program.run("/usr/bin/env", [way] + other)
        #expect(said == ["visible 0 read 0"])
        _ = try Vault.forgetKeptUnlocked(at: place.path)
    }
}

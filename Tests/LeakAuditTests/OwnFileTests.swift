import Foundation
import Glibc
import LeakAudit
import Sealing
import SessionVault
import Testing

@Suite("The vault's own files as logs") struct OwnFileTests {
    let fixture: AuditFixture

    init() throws { fixture = try AuditFixture.withEachKind() }

    /// The POSIX locks that this process holds on the file.
    private func locks(on path: String) throws -> Int {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return 0 }
        let table = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
        return table.split(separator: "\n").count { line in
            line.contains("POSIX") && line.contains(" \(getpid()) ") && line.contains(":\(status.st_ino) ")
        }
    }

    @Test(
        "A file of the vault is not read, by whatever name it is given, so that the vault keeps its locks; a copy is",
        arguments: ["", "-wal", "-shm"])
    func refuses(suffix: String) throws {
        let file = fixture.vault.path + suffix
        let (link, name) = (fixture.folder + "/link", fixture.folder + "/name")
        #expect(unsafe symlink(file, link) == 0)
        #expect(unsafe Glibc.link(file, name) == 0)
        defer { for path in [link, name] { _ = unsafe unlink(path) } }
        let held = try locks(on: fixture.vault.path + "-shm")
        let log = try fixture.log("a \(SampleValues().pushToken)")
        let audit = try fixture.audit()
        for path in [file, link, name] {
            let report = audit.scan([path, log])
            #expect(report.unreadFiles.map(\.file) == [path] && report.unreadFiles.map(\.reason) == [.vaultFile])
            #expect(report.findings.map(\.file) == [log])
            #expect(audit.scan([path]).verdict == .undecided)
        }
        #expect(try locks(on: fixture.vault.path + "-shm") == held && held > 0)
        let copy = try fixture.log(try Tool.run("cat", [file]), "copy")
        #expect(audit.scan([copy]).verdict == .clean)
    }

    @Test("Files of another vault that is open in the process, and the anchor, are not read either")
    func refusesOthers() throws {
        let other = try AuditFixture.withEachKind()
        let anchor = try FileAnchor.create(at: fixture.folder + "/anchor")
        var options = VaultOptions()
        options.anchor = anchor
        let vault = try Vault.open(
            at: fixture.vault.path, unlockingWith: .passphrase(SecretBytes(utf8: "a pass phrase")), options: options)
        let audit = try LeakAudit(of: vault)
        let report = audit.scan([other.vault.path, anchor.path, fixture.vault.path])
        #expect(report.unreadFiles.map(\.reason) == [.vaultFile, .vaultFile, .vaultFile])
        #expect(report.searchedBytes == 0)
    }

    @Test("A vault is a file like others before it is opened and once it is closed, and its own while it is open")
    func readsClosed() throws {
        let path = fixture.folder + "/w/other.vault"
        func open() throws -> Vault {
            try Vault.open(at: path, unlockingWith: .passphrase(SecretBytes(utf8: "a pass phrase")))
        }
        let audit = try fixture.audit()
        var vault: Vault? = try Vault.create(
            at: path, unlockingWith: .passphrase(SecretBytes(utf8: "a pass phrase")), cost: .weakest)
        for _ in 0..<2 {
            #expect(vault != nil && audit.scan([path]).unreadFiles.map(\.reason) == [.vaultFile])
            vault = nil
            let report = audit.scan([path])
            #expect(report.verdict == .clean && report.searchedBytes > 0)
            vault = try open()
        }
    }
}

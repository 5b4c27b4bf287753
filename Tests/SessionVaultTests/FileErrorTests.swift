import Foundation
import Sealing
import TestSupport
import Testing

@testable import SessionVault

/// Made real, one by one: what may stand at a vault's path instead of a good vault.
@Suite("Errors of the file")
struct FileErrorTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    private func code(opening path: String? = nil) -> VaultError.Code? {
        do throws(VaultError) {
            _ = try Vault.open(at: path ?? place.path, unlockingWith: place.source)
            return nil
        } catch {
            #expect(error.path != nil)
            return error.code
        }
    }

    private func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func write(_ data: Data) throws {
        try data.write(to: URL(filePath: place.path))
        try setMode(0o600, of: place.path)
    }

    @Test("A vault that is not there is absent, whether the file is missing or its folder")
    func absent() {
        #expect(code() == .absent)
        #expect(code(opening: place.file("no/such/folder.vault")) == .absent)
    }

    @Test("V04, V22: a file cut short at any place is named truncated, and never opens as an empty vault")
    func truncated() throws {
        try place.create(signingIn: (1...20).map { "\($0)" })
        let whole = try Data(contentsOf: URL(filePath: place.path))
        for size in [0, 1, 15, 16, 50, 99, 100, 512, 4_095, 4_096, whole.count / 2, whole.count - 1] {
            try write(whole.prefix(size))
            #expect(code() == .truncated, "at \(size)")
            #expect(try Data(contentsOf: URL(filePath: place.path)) == whole.prefix(size))
        }
        try write(whole)
        #expect(code() == nil)
    }

    @Test("V20: another file is no vault: text, another SQLite database, random bytes")
    func notAVault() throws {
        try write(Data("This is a letter to my aunt, and not a vault at all.".utf8))
        #expect(code() == .notAVault)
        try write(Data((0..<8_192).map { _ in UInt8.random(in: 1...255) }))
        #expect(code() == .notAVault)
        try FileManager.default.removeItem(atPath: place.path)
        try RawDatabase.run("PRAGMA journal_mode = WAL", "CREATE TABLE record (name)", on: place.path)
        try setMode(0o600, of: place.path)
        #expect(code() == .notAVault)
    }

    @Test("V20: a file of a later format is named so, whatever its tables look like")
    func newerFormat() throws {
        try place.create(signingIn: ["42"])
        try RawDatabase.run("PRAGMA user_version = 2", "DROP TABLE record", on: place.path)
        #expect(code() == .newerFormat)
        try RawDatabase.run("PRAGMA user_version = 0", on: place.path)
        #expect(code() == .tampered)
    }

    @Test("V01, V10: a file that others may read or write is refused", arguments: [0o640, 0o604, 0o660, 0o602, 0o610])
    func wrongMode(mode: Int) throws {
        try place.create(signingIn: ["42"])
        try setMode(mode, of: place.path)
        #expect(code() == .wrongMode)
    }

    @Test("A folder in which others can replace the file is refused; one with the sticky bit is not")
    func looseFolder() throws {
        try place.create(signingIn: ["42"])
        try setMode(0o777, of: place.root)
        #expect(code() == .wrongMode)
        #expect(throws: VaultError(.wrongMode)) {
            _ = try Vault.create(at: place.file("b.vault"), unlockingWith: place.source, cost: .weakest)
        }
        try setMode(0o1777, of: place.root)
        #expect(code() == nil)
    }

    private func give(_ path: String, to user: Int) throws {
        try FileManager.default.setAttributes([.ownerAccountID: user], ofItemAtPath: path)
    }

    // Only root can give a file away.
    @Test("V10: a vault, a WAL or a folder of another user is refused by name", .enabled(if: geteuid() == 0))
    func wrongOwner() throws {
        try place.create(signingIn: ["42"])
        for path in [place.path, place.root] {
            try give(path, to: 12_345)
            #expect(code() == .wrongOwner)
            try give(path, to: 0)
        }
        try Data().write(to: URL(filePath: place.path + "-wal"))
        try setMode(0o600, of: place.path + "-wal")
        try give(place.path + "-wal", to: 12_345)
        #expect(code() == .wrongOwner)
    }

    @Test(
        "V13: a symbolic link at the path, or in place of the WAL, is refused, and its target stays",
        arguments: ["", "-wal", "-shm"])
    func symbolicLink(suffix: String) throws {
        try place.create(signingIn: ["42"])
        let target = place.file("target")
        if suffix.isEmpty {
            try FileManager.default.moveItem(atPath: place.path, toPath: target)
        } else {
            try? FileManager.default.removeItem(atPath: place.path + suffix)
            try Data("another file".utf8).write(to: URL(filePath: target))
        }
        let before = try Data(contentsOf: URL(filePath: target))
        try setMode(0o600, of: target)
        try FileManager.default.createSymbolicLink(atPath: place.path + suffix, withDestinationPath: target)
        #expect(code() == .symbolicLink)
        #expect(try Data(contentsOf: URL(filePath: target)) == before)
    }

    @Test("A folder, a pipe or a path through a file is not a file, and none of them hangs")
    func notAFile() throws {
        #expect(code(opening: place.root) == .notAFile)
        let made = unsafe mkfifo(place.path, 0o600)
        #expect(made == 0)
        #expect(code() == .notAFile)
        try FileManager.default.removeItem(atPath: place.path)
        try write(Data("text".utf8))
        #expect(code(opening: place.path + "/inner.vault") == .notAFile)
    }

    @Test("A vault that its user may not write is read-only, for root too")
    func readOnlyFile() throws {
        try place.create(signingIn: ["42"])
        try setMode(0o400, of: place.path)
        #expect(code() == .readOnly)
    }

    // Mounting takes root and its capabilities.
    @Test("V09: a vault on a file system that is mounted read-only is read-only", .enabled(if: Mount.isAllowed))
    func readOnlyMount() throws {
        try place.create(signingIn: ["42"])
        let mount = try Mount("--bind", place.root, at: place.root)
        try mount.remount("ro,bind")
        #expect(code() == .readOnly)
        #expect(throws: VaultError(.readOnly)) {
            _ = try Vault.create(at: place.file("b.vault"), unlockingWith: place.source, cost: .weakest)
        }
    }

    @Test(
        "V04: with the disk full, sign-in says so, earlier data is intact, and it goes on when there is space again",
        .enabled(if: Mount.isAllowed))
    func diskFull() throws {
        let mount = try Mount("-t", "tmpfs", "-o", "size=512k,mode=0700", "tmpfs", at: place.root)
        let vault = try place.create()
        let filler = place.file("filler")
        var signedIn: [String] = []
        try vault.signIn("first")
        var refusal: VaultError.Code?
        for number in 1...1_000 where refusal == nil {
            do {
                try vault.signIn("\(number)")
                signedIn.append("\(number)")
            } catch let error as VaultError { refusal = error.code }
            if number == 5 { try Data(count: 100_000).write(to: URL(filePath: filler)) }
        }
        #expect(refusal == .noSpace)
        #expect(try vault.sessions().map(\.account.subject) == ["first"] + signedIn)
        #expect(try vault.verify().isIntact)
        try FileManager.default.removeItem(atPath: filler)
        try vault.signIn("last")
        #expect(try place.open().sessions().map(\.account.subject) == ["first"] + signedIn + ["last"])
        _ = mount
    }

    @Test(
        "V04: a vault can't be made where there is no space, and nothing stands at its name afterwards",
        .enabled(if: Mount.isAllowed))
    func createWithoutSpace() throws {
        let mount = try Mount("-t", "tmpfs", "-o", "size=16k,mode=0700", "tmpfs", at: place.root)
        #expect(throws: VaultError(.noSpace)) { _ = try place.create() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.root).isEmpty)
        _ = mount
    }

    @Test("Every error names its file, a reason and a mend, and differs from every other in its words")
    func words() {
        let codes: [VaultError.Code] = [
            .absent, .alreadyExists, .locked, .keySourceUnavailable, .wrongKey, .tampered, .truncated, .notAVault,
            .newerFormat, .wrongOwner, .wrongMode, .symbolicLink, .notAFile, .noSpace, .readOnly, .inputOutput, .busy,
            .tooLarge, .invalidArgument, .sessionEnded, .attemptEnded, .wrongAdmission, .outOfMemory,
        ]
        let texts = Set(codes.map { VaultError($0, path: "/a/b.vault").description })
        #expect(texts.count == codes.count)
        #expect(texts.allSatisfy { $0.hasPrefix("/a/b.vault: ") && $0.hasSuffix(".") })
    }
}

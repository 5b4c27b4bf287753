import Foundation
import Sealing
import Testing

@testable import SessionVault

@Suite("Delivered keys")
struct DeliveredKeyTests {
    let place: VaultFolder

    init() throws {
        place = try VaultFolder()
        try place.create(signingIn: ["42"])
    }

    /// A pipe's reading end with these bytes in it.
    private func pipe(_ bytes: Data, isOpen: Bool = false) throws -> CInt {
        var ends: [CInt] = [0, 0]
        #expect(unsafe Glibc.pipe(&ends) == 0)
        _ = unsafe bytes.withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, $0.count) }
        if !isOpen { close(ends[1]) }
        return ends[0]
    }

    private func code(_ descriptor: CInt) -> VaultError.Code? {
        do throws(VaultError) {
            _ = try Vault.open(at: place.path, unlockingWith: .keyFile(descriptor: descriptor))
            return nil
        } catch { return error.code }
    }

    @Test("A key file's line from a descriptor opens the key file's slot, and the descriptor is closed then")
    func descriptor() throws {
        let end = try pipe(Data(contentsOf: URL(filePath: VaultFolder.keyFile)))
        var before = stat()
        #expect(unsafe fstat(end, &before) == 0)
        #expect(code(end) == nil)
        // The number may be another file's by now; that pipe's inode is nobody's.
        var after = stat()
        #expect(unsafe fstat(end, &after) != 0 || after.st_ino != before.st_ino)
    }

    @Test(
        "K01: a descriptor that brings no key says so",
        arguments: [Data(), Data("sessionvault-key-1:00\n".utf8), Data(repeating: 0x41, count: 500)])
    func noKey(content: Data) throws {
        #expect(code(try pipe(content)) == .keySourceUnavailable)
    }

    @Test(
        "K01: a descriptor that is closed, the terminal's or standard input is never read",
        arguments: [-1, 0, 1, 2, 999])
    func noDescriptor(number: CInt) {
        #expect(code(number) == .keySourceUnavailable)
    }

    @Test("K01: another end that says nothing is waited for no longer than two seconds", .timeLimit(.minutes(1)))
    func silentEnd() throws {
        let end = try pipe(Data("sessionvault".utf8), isOpen: true)
        let took = ContinuousClock().measure { #expect(code(end) == .keySourceUnavailable) }
        #expect(took < .seconds(10))
    }

    /// A folder as systemd makes it, with one credential.
    private func credentials(_ name: String, mode: Int = 0o400) throws -> String {
        let folder = place.file("credentials")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: VaultFolder.keyFile, toPath: "\(folder)/\(name)")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(folder)/\(name)")
        return folder
    }

    private func open(_ source: String, folder: String?) throws -> [String] {
        try ChildProcess(
            "key-sources", place.path, "open", source, environment: folder.map { ["CREDENTIALS_DIRECTORY": $0] } ?? [:]
        ).wait()
    }

    @Test("A systemd credential with a key file's line opens the key file's slot", arguments: [0o400, 0o440])
    func credential(mode: Int) throws {
        let folder = try credentials("vault-key", mode: mode)
        #expect(try open("credential=vault-key", folder: folder) == ["sessions 1"])
    }

    @Test("K01: a credential that is missing, another's or open to others is refused, each with its own error")
    func brokenCredentials() throws {
        #expect(try open("credential=vault-key", folder: nil) == ["keySourceUnavailable"])
        let folder = try credentials("open", mode: 0o444)
        #expect(try open("credential=open", folder: folder) == ["wrongMode"])
        #expect(try open("credential=missing", folder: folder) == ["keySourceUnavailable"])
        #expect(try open("credential=../credentials/open", folder: folder) == ["invalidArgument"])
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/link", withDestinationPath: VaultFolder.keyFile)
        #expect(try open("credential=link", folder: folder) == ["symbolicLink"])
        try Data("nothing".utf8).write(to: URL(filePath: "\(folder)/short"))
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: "\(folder)/short")
        #expect(try open("credential=short", folder: folder) == ["keySourceUnavailable"])
    }
}

import Foundation
import Sealing
import Testing

@testable import SessionVault

@Suite("Findings")
struct FindingTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    private func codes(_ vault: Vault, at now: UnixTime = .now) throws -> Set<String> {
        Set(try vault.inspect().findings(at: now).map(\.code.description))
    }

    @Test("A closed vault with two ways in, a strong passphrase and a live session has no finding of its own")
    func none() throws {
        let vault = try place.create()
        try vault.addSlot(for: place.passphrase)
        try vault.signIn("42", token: "q7RfZk2mWx9TbN4sYcVd8LpHjG3u", hasExtras: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: place.root)
        let machine: Set = ["swap", "core-dumps"]
        #expect(try codes(vault).subtracting(machine) == [])
    }

    @Test("Each weakness is found, and names what mends it")
    func each() throws {
        let vault = try place.create()
        #expect(try codes(vault).contains("single-slot"))
        try vault.addSlot(for: place.passphrase, cost: .weakest)
        #expect(try codes(vault).contains("cheap-passphrase"))
        #expect(try !codes(vault).contains("single-slot"))
        try vault.signIn("42")
        #expect(try codes(vault).contains("uncovered"))
        let open = try VaultFolder.answer("7", role: nil)
        _ = try vault.admit(RoleGate.open.admit(open, in: vault.beginAttempt(via: .emailCode)), storing: open)
        #expect(try codes(vault).contains("open-gate"))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.root)
        #expect(try codes(vault).contains("folder-mode"))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: place.path)
        let report = try vault.inspect()
        #expect(report.findings().first?.code == .fileMode && report.findings().first?.severity == .serious)
        #expect(report.findings().allSatisfy { !$0.mend.isEmpty && $0.text.hasSuffix(".") })
    }

    @Test("Keys count as old after a year, until they are rotated; a token after its end")
    func time() throws {
        let vault = try place.create()
        let session = try vault.signIn("42")
        let end = UnixTime.now.advanced(bySeconds: 60)
        try session.replaceTokens(with: TokenSet(access: SecretBytes(utf8: "t"), expiry: .at(end)))
        let later = UnixTime.now.advanced(bySeconds: 366 * 86_400)
        #expect(try !codes(vault).contains("old-keys") && !codes(vault).contains("expired-token"))
        #expect(try codes(vault, at: later).isSuperset(of: ["old-keys", "expired-token"]))
    }
}

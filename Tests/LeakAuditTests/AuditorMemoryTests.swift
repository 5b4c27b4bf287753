import Foundation
import Glibc
import LeakAudit
import Sealing
import TestSupport
import Testing

@testable import SessionVault

@Suite("What an auditor's process holds") struct AuditorMemoryTests {
    private static let mask: UInt8 = 0x5A

    /// Bytes that a child is told without their standing in its memory.
    private static func masked(_ secret: borrowing SecretBytes) -> [UInt8] {
        secret.withExposedBytes { bytes in (0..<bytes.byteCount).map { bytes.byte(at: $0) ^ mask } }
    }

    private static func unmasked(_ bytes: [UInt8]) -> SecretBytes {
        var writer = SecretWriter(capacity: bytes.count)
        for byte in bytes { writer.append(byte ^ mask) }
        return writer.finish()
    }

    /// Reads a pipe on a thread of its own.
    private final class PendingScan: Sendable {
        private let report = Lock<LeakReport?>(nil)
        let read = Lock(0)

        init(_ audit: LeakAudit, _ file: String) {
            Thread.detachNewThread {
                let report = audit.scan([file]) { progress in self.read.withLock { $0 = progress.bytes } }
                self.report.withLock { $0 = report }
            }
        }

        func finish() async -> LeakReport {
            while true {
                if let report = report.withLock({ $0 }) { return report }
                await Task.yield()
            }
        }

        func hasRead(_ count: Int) async {
            while read.withLock({ $0 }) < count { await Task.yield() }
        }
    }

    @Test("An audit by an auditor's key finds a leak with neither the value nor the content key in memory")
    func holdsNoSecrets() async throws {
        let fixture = try AuditFixture()
        let alphabet = Array("abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        let value = String((0..<48).map { _ in alphabet.randomElement() ?? "a" })
        try fixture.signIn("1", SampleValues(accessToken: value))
        try fixture.vault.addAuditorSlot(for: .passphrase(SecretBytes(utf8: "an auditor's")), cost: .weakest)
        let path = fixture.vault.path
        let log = try fixture.log(String(repeating: "x\n", count: 60_000) + "token=\(value.prefix(30))…\n")
        let secret = Self.masked(SecretBytes(utf8: value))
        let key = Self.masked(try fixture.vault.unlockedKeys().current.content.key.bytes)
        await #expect(processExitsWith: .success) {
            [path = path as String, log = log as String, secret = secret as [UInt8], key = key as [UInt8]] in
            let (secret, key) = (MaskedBytes(Self.unmasked(secret)), MaskedBytes(Self.unmasked(key)))
            func count() async throws -> Int {
                try await ProcessMemory.count(of: secret) + ProcessMemory.count(of: key)
            }
            let vault = try await Vault.open(at: path, unlockingWith: .passphrase(SecretBytes(utf8: "an auditor's")))
            let opened = try await count()
            guard vault.isAuditOnly, opened == 0 else { exit(2) }
            let pipe = log + ".pipe"
            guard unsafe mkfifo(pipe, 0o600) == 0 else { exit(3) }
            let scan = PendingScan(try LeakAudit(of: vault), pipe)
            let end = unsafe open(pipe, O_WRONLY | O_CLOEXEC)
            let text = try Data(contentsOf: URL(filePath: log))
            let writer = FileHandle(fileDescriptor: end, closeOnDealloc: true)
            try await OffPool.run { try writer.write(contentsOf: text) }
            await scan.hasRead(text.count)
            // The whole log is read, and the search waits for more.
            let reading = try await count()
            guard reading == 0 else { exit(4) }
            try writer.close()
            let report = await scan.finish()
            let finished = try await count()
            guard report.findings.map(\.extent) == [.head], finished == 0 else { exit(5) }
            // The owner's key does bring the content key into memory, and the search of memory sees it.
            let owner = try await Vault.open(at: path, unlockingWith: .passphrase(SecretBytes(utf8: "a pass phrase")))
            let owned = try await count()
            guard owned > 0, !owner.isAuditOnly else { exit(6) }
            exit(0)
        }
    }
}

import Glibc
import Sealing
import SessionVault

/// Counts what a process reads from files for secrets that it has read before.
enum PageReads {
    private static let count = 300
    private static let size = 12_000

    /// Stores secrets that take 4 MiB of pages, reads each, writes one more, and says how many KiB are read from files to read
    /// them all again.
    static func run(_ path: String) throws {
        let vault = try Vault.open(at: path, unlockingWith: source())
        _ = try vault.secrets.storeAll(
            (0..<count).map { NamedSecret(name($0), SecretBytes.random(count: size)) }, replacing: false)
        try readAll(vault)
        try vault.secrets.set(SecretBytes(utf8: "one more"), for: name(count))
        let before = readSoFar()
        try readAll(vault)
        say("\((readSoFar() - before) / 1_024)")
    }

    private static func name(_ number: Int) -> SecretName { SecretName(service: "pages", account: "\(number)") }

    private static func readAll(_ vault: Vault) throws {
        for number in 0..<count where try vault.secrets.value(for: name(number)) == nil { say("missing") }
    }

    /// Bytes that all reads of this process have given.
    private static func readSoFar() -> Int {
        let file = unsafe open("/proc/self/io", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 128)
        let size = unsafe read(file, &text, text.count)
        let digits = text.prefix(max(size, 0)).drop { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            .prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
}

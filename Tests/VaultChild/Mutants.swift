import Glibc
import Sealing
import SessionVault

/// Opens vaults whose bytes were altered at random, in a process of its own, so that a trap or a hang is seen.
struct Mutants {
    private let folder: String
    private let seed: UInt64
    /// A vault that was closed.
    private let whole: [UInt8]
    /// What was written to it afterwards.
    private let log: [UInt8]
    private let other: [UInt8]

    /// Seconds after which the system ends the process.
    private static let patience: UInt32 = 5

    private var path: String { "\(folder)/mutant.vault" }

    init(folder: String, seed: UInt64) throws {
        self.folder = folder
        self.seed = seed
        other = try Self.template("\(folder)/other.vault").file
        (whole, log) = try Self.template("\(folder)/whole.vault")
    }

    /// The bytes of a vault with some sessions and secrets, and the log of later writes.
    private static func template(_ path: String) throws -> (file: [UInt8], log: [UInt8]) {
        try makeTemplate(path)
        let file = readFile(path)
        let vault = try Vault.open(at: path, unlockingWith: source())
        for number in 4...6 { try Filling.fill(vault, number) }
        let log = readFile(path + "-wal")
        vault.lock()
        return (file, log)
    }

    private static func makeTemplate(_ path: String) throws {
        for suffix in ["", "-wal", "-shm"] { unsafe unlink(path + suffix) }
        let vault = try Vault.create(at: path, unlockingWith: source(), cost: .weakest)
        for number in 1...8 { try Filling.fill(vault, number) }
        try vault.removeAllSessions()
        for number in 1...4 { try Filling.fill(vault, number) }
    }

    func run(from first: Int, count: Int) {
        var opened = 0
        for number in first..<first + count {
            var mutation = Mutation(seed: seed &+ UInt64(number), other: other)
            var file = whole
            var log = mutation.keepsLog ? log : []
            if mutation.keepsLog, mutation.alters(oneIn: 2) { mutation.alter(&log) } else { mutation.alter(&file) }
            say("\(number) \(mutation.kind)")
            alarm(Self.patience)
            if open(file, log) { opened += 1 }
            alarm(0)
        }
        say("done, \(opened) opened")
    }

    /// Opens one, reads all of it, and writes to it where it can be read; tells whether it opened.
    ///
    /// An opening alone, failed or not, changes nothing.
    private func open(_ file: [UInt8], _ log: [UInt8]) -> Bool {
        unsafe unlink(path + "-shm")
        writeFile(path, file)
        if log.isEmpty { unsafe unlink(path + "-wal") } else { writeFile(path + "-wal", log) }
        let opens = readAll()
        if readFile(path) != file { say("\(path) changed") }
        if readFile(path + "-wal") != log { say("\(path)-wal changed") }
        if opens { try? Filling.fill(Vault.open(at: path, unlockingWith: source()), 9) }
        return opens
    }

    private func readAll() -> Bool {
        guard let vault = try? Vault.open(at: path, unlockingWith: source()) else { return false }
        _ = try? vault.verify()
        for session in (try? vault.sessions()) ?? [] { _ = try? session.readTokens() }
        for name in (try? vault.secrets.names()) ?? [] { _ = try? Ledger.secret(name, in: vault) }
        _ = try? Vault.outline(at: path)
        return true
    }
}

enum Filling {
    static func fill(_ vault: Vault, _ number: Int) throws {
        _ = try vault.signIn("subject-\(number)", number)
        let value = SecretBytes(utf8: String(repeating: "\(number)", count: number * 150))
        try vault.secrets.set(value, for: SecretName(service: "s", account: "\(number)"))
    }
}

/// One way to damage bytes, chosen by its seed.
struct Mutation {
    enum Kind: CaseIterable {
        case flips, cut, splice, randomPage, zeroPage, foreignPage, exchangedPages, insertion, extremes
    }

    let kind: Kind
    let keepsLog: Bool
    private var generator: SplitMix
    private let other: [UInt8]

    init(seed: UInt64, other: [UInt8]) {
        generator = SplitMix(state: seed)
        self.other = other
        kind = Kind.allCases.randomElement(using: &generator) ?? .flips
        keepsLog = generator.next() % 4 == 0
    }

    mutating func alters(oneIn count: UInt64) -> Bool { generator.next() % count == 0 }

    private mutating func place(in bytes: [UInt8]) -> Int { Int.random(in: 0..<max(1, bytes.count), using: &generator) }

    private mutating func randomBytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// A page's bytes, or what there is of it.
    private mutating func page(of bytes: [UInt8]) -> Range<Int> {
        let start = place(in: bytes) / 4_096 * 4_096
        return start..<min(bytes.count, start + 4_096)
    }

    mutating func alter(_ bytes: inout [UInt8]) {
        switch kind {
        case .flips:
            for _ in 0..<Int.random(in: 1...16, using: &generator) {
                bytes[place(in: bytes)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
        case .cut: bytes.removeLast(bytes.count - place(in: bytes))
        case .splice:
            let source = place(in: bytes)
            let span = bytes[source..<min(bytes.count, source + Int.random(in: 1...5_000, using: &generator))]
            let target = min(place(in: bytes), bytes.count - span.count)
            bytes.replaceSubrange(target..<target + span.count, with: Array(span))
        case .randomPage:
            let page = page(of: bytes)
            bytes.replaceSubrange(page, with: randomBytes(page.count))
        case .zeroPage:
            let page = page(of: bytes)
            bytes.replaceSubrange(page, with: [UInt8](repeating: 0, count: page.count))
        case .foreignPage:
            let page = page(of: bytes)
            let start = place(in: other) / 4_096 * 4_096
            bytes.replaceSubrange(page, with: other[start...].prefix(page.count))
        case .exchangedPages:
            let (one, two) = (page(of: bytes), page(of: bytes))
            let (left, right) = (Array(bytes[one]), Array(bytes[two]))
            guard left.count == right.count else { return }
            bytes.replaceSubrange(one, with: right)
            bytes.replaceSubrange(two, with: left)
        case .insertion:
            let count = Int.random(in: 1...200, using: &generator)
            bytes.insert(contentsOf: randomBytes(count), at: place(in: bytes))
        case .extremes:
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let start = place(in: bytes)
                let value: UInt8 = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
                for index in start..<min(bytes.count, start + 4) { bytes[index] = value }
            }
        }
    }
}

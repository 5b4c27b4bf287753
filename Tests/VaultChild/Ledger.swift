import Sealing
import SessionVault

/// What a vault holds, as numbers: every value tells which operation wrote it.
struct Ledger: Equatable {
    struct Parts: Equatable {
        var tokens: Int
        var user: Int
        var device: Int?
        var push: Int
    }

    var sessions: [String: Parts] = [:]
    var secrets: [String: Int] = [:]
    /// Slots besides the first.
    var spareSlots = 0

    var recordCount: Int {
        sessions.values.reduce(secrets.count) { $0 + ($1.device == nil ? 3 : 4) }
    }

    mutating func apply(_ operation: Operation) {
        switch operation {
        case .signIn(let subject, let number):
            sessions[subject] = Parts(tokens: number, user: number, device: number, push: number)
        case .replaceTokens(let subject, let number): sessions[subject]?.tokens = number
        case .confirm(let subject, let number): sessions[subject]?.user = number
        case .setDevice(let subject, let number): sessions[subject]?.device = number
        case .removeDevice(let subject): sessions[subject]?.device = nil
        case .removeAccount(let subject): sessions[subject] = nil
        case .setSecret(let name, let number): secrets[name] = number
        case .removeSecret(let name): secrets[name] = nil
        case .addSlot: spareSlots += 1
        case .removeSlot: spareSlots -= 1
        case .rotate: break
        }
    }
}

extension Ledger {
    /// A value in the vault that no operation wrote.
    struct Nonsense: Error {}

    /// Reads everything in the vault; a session or secret that does not open throws.
    init(reading vault: Vault) throws {
        for session in try vault.sessions() {
            guard let user = try Self.user(of: session), let push = try Self.push(of: session) else { throw Nonsense() }
            sessions[session.account.subject] = Parts(
                tokens: try Self.number(session.readTokens().access), user: user, device: try Self.device(of: session),
                push: push)
        }
        for name in try vault.secrets.names() {
            guard let number = try Self.secret(name, in: vault) else { throw Nonsense() }
            secrets[name.account] = number
        }
        spareSlots = try Vault.outline(at: vault.path).slots.count - 1
    }

    static func user<Standing>(of session: Session<Standing>) throws -> Int? {
        switch try session.readUser() {
        case .some(let user): try number(user.json)
        case .none: nil
        }
    }

    private static func device(of session: ProvisionalSession) throws -> Int? {
        switch try session.readDeviceCode() {
        case .some(let device): try number(device.code)
        case .none: nil
        }
    }

    private static func push(of session: ProvisionalSession) throws -> Int? {
        switch try session.readNotification() {
        case .some(let push): try number(push.token)
        case .none: nil
        }
    }

    static func secret(_ name: SecretName, in vault: Vault) throws -> Int? {
        switch try vault.secrets.value(for: name) {
        case .some(let value): try number(value)
        case .none: nil
        }
    }

    /// The digits in a value.
    static func number(_ value: borrowing SecretBytes) throws -> Int {
        let digits = value.withExposedBytes { [UInt8](copying: $0).filter { (0x30...0x39).contains($0) } }
        guard let number = Int(String(decoding: digits, as: UTF8.self)) else { throw Nonsense() }
        return number
    }
}

import Sealing
import SessionVault

/// Changes a vault without end, and says before each call what it will do (`+`) and after it that it is done (`=`).
struct Churn {
    let vault: Vault
    private var ledger: Ledger
    private var sessions: [String: AdmittedSession] = [:]
    private var generator: SplitMix

    init(_ vault: Vault, seed: UInt64) throws {
        self.vault = vault
        ledger = try Ledger(reading: vault)
        generator = SplitMix(state: seed)
    }

    mutating func run(from first: Int) throws {
        say("ready")
        var number = first
        while true {
            let operation = Operation.random(for: ledger, number: number, using: &generator)
            // A session that was found on disk has to be confirmed before it takes new tokens or a device code.
            if let subject = operation.needsAdmission, sessions[subject] == nil {
                try announce(.confirm(subject, number))
                number += 1
            }
            try announce(operation)
            number += 1
        }
    }

    private mutating func announce(_ operation: Operation) throws {
        say("+\(operation.line)")
        try perform(operation)
        say("=")
        ledger.apply(operation)
    }

    private mutating func perform(_ operation: Operation) throws {
        switch operation {
        case .signIn(let subject, let number): sessions[subject] = try vault.signIn(subject, number)
        case .replaceTokens(let subject, let number):
            try sessions[subject]?.replaceTokens(with: TokenSet(access: SecretBytes(utf8: "token-\(number)")))
        case .confirm(let subject, let number): sessions[subject] = try vault.confirm(subject, number)
        case .setDevice(let subject, let number):
            try sessions[subject]?.setDeviceCode(DeviceCode(code: SecretBytes(utf8: "device-\(number)")))
        case .removeDevice(let subject): try sessions[subject]?.setDeviceCode(nil)
        case .removeAccount(let subject):
            try vault.remove(account(subject))
            sessions[subject] = nil
        case .setSecret(let name, let number):
            try vault.secrets.set(SecretBytes(utf8: "\(number)"), for: SecretName(service: "s", account: name))
        case .removeSecret(let name): try vault.secrets.remove(SecretName(service: "s", account: name))
        case .addSlot: try vault.addSlot(for: spareSource(), cost: .weakest)
        case .removeSlot:
            if let slot = try Vault.outline(at: vault.path).slots.last { try vault.removeSlot(slot.number) }
        case .rotate: try vault.rotate()
        }
    }
}

extension Operation {
    fileprivate var needsAdmission: String? {
        switch self {
        case .replaceTokens(let subject, _), .setDevice(let subject, _), .removeDevice(let subject): subject
        default: nil
        }
    }
}

func account(_ subject: String) throws -> AccountID { try AccountID(realm: "example/one", subject: subject) }

extension Vault {
    /// Signs in with values that all name `number`.
    func signIn(_ subject: String, _ number: Int) throws -> AdmittedSession {
        let answer = SignInAnswer(
            profile: try profile(subject, number),
            tokens: try TokenSet(access: SecretBytes(utf8: "token-\(number)")),
            deviceCode: DeviceCode(code: SecretBytes(utf8: "device-\(number)")),
            notification: NotificationIdentity(token: SecretBytes(utf8: "push-\(number)"), app: "app"))
        let admission = try RoleGate(admitting: [.driver]).admit(answer, in: beginAttempt(via: .emailPassword))
        return try admit(admission, storing: answer)
    }

    /// Takes up a session that is on disk, with a user record that names `number`.
    fileprivate func confirm(_ subject: String, _ number: Int) throws -> AdmittedSession? {
        guard let session = try restore(account(subject)) else { return nil }
        let answer = try profile(subject, number)
        let admission = try RoleGate(admitting: [.driver]).admit(answer, in: beginConfirmation(of: session))
        return try confirm(session, by: admission, storing: answer)
    }

    private func profile(_ subject: String, _ number: Int) throws -> AccountAnswer {
        AccountAnswer(
            account: try account(subject), role: .driver, isEnabled: true,
            user: UserRecord(json: SecretBytes(utf8: #"{"id":\#(number)}"#)))
    }
}

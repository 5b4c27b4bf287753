import Sealing
import SessionVault
import TestSupport

/// A temporary folder with one vault in it, and made-up accounts to sign in.
struct VaultFolder {
    /// A key file for all tests: unlike a passphrase it costs no time.
    private static let keyFolder = try? TemporaryFolder()
    static let keyFile: String = {
        let path = keyFolder?.path("key") ?? ""
        try? KeyFile.create(at: path)
        return path
    }()
    static let gate = RoleGate(admitting: [.driver])

    private let folder: TemporaryFolder
    let path: String

    var root: String { folder.path }

    init(_ name: String = "test.vault") throws {
        folder = try TemporaryFolder()
        path = folder.path(name)
    }

    var source: KeySource { .keyFile(path: Self.keyFile) }

    var passphrase: KeySource { .passphrase(SecretBytes(utf8: "correct horse battery")) }

    /// The path of another file in the folder.
    func file(_ name: String) -> String { folder.path(name) }

    func create() throws -> Vault { try Vault.create(at: path, unlockingWith: source, cost: .weakest) }

    /// Makes the vault, signs the accounts in, and closes it.
    func create(signingIn subjects: [String]) throws {
        let vault = try create()
        for subject in subjects { try vault.signIn(subject) }
    }

    func open() throws -> Vault { try Vault.open(at: path, unlockingWith: source) }

    static func account(_ subject: String, realm: String = "example/one") throws -> AccountID {
        try AccountID(realm: realm, subject: subject)
    }

    /// What a server answers; every value tells whose it is.
    static func answer(
        _ subject: String, realm: String = "example/one", role: Role? = .driver, isEnabled: Bool? = true,
        token: String? = nil, hasExtras: Bool = true
    ) throws -> SignInAnswer {
        SignInAnswer(
            profile: try profile(subject, realm: realm, role: role, isEnabled: isEnabled),
            tokens: try TokenSet(access: SecretBytes(utf8: token ?? "token-of-\(subject)")),
            deviceCode: hasExtras ? DeviceCode(code: SecretBytes(utf8: "device-of-\(subject)")) : nil,
            notification: hasExtras
                ? NotificationIdentity(token: SecretBytes(utf8: "push-of-\(subject)"), app: "app") : nil)
    }

    static func profile(
        _ subject: String, realm: String = "example/one", role: Role? = .driver, isEnabled: Bool? = true,
        json: String? = nil
    ) throws -> AccountAnswer {
        AccountAnswer(
            account: try account(subject, realm: realm), role: role, isEnabled: isEnabled,
            user: UserRecord(json: SecretBytes(utf8: json ?? #"{"id":"\#(subject)"}"#)))
    }
}

extension Vault {
    @discardableResult
    func signIn(_ subject: String, realm: String = "example/one", token: String? = nil, hasExtras: Bool = true) throws
        -> AdmittedSession
    {
        let answer = try VaultFolder.answer(subject, realm: realm, token: token, hasExtras: hasExtras)
        let admission = try VaultFolder.gate.admit(answer, in: beginAttempt(via: .emailPassword))
        return try admit(admission, storing: answer)
    }
}

extension Vault {
    /// Why the vault does not take the admission; nil where it does.
    func refusal(of admission: consuming Admission, storing answer: borrowing SignInAnswer) -> VaultError.Code? {
        do throws(VaultError) {
            _ = try admit(admission, storing: answer)
            return nil
        } catch { return error.code }
    }
}

extension TokenSet {
    var refreshText: String? {
        switch refresh {
        case .some(let token): token.text
        case .none: nil
        }
    }
}

extension SecretBytes {
    /// The bytes as text, for comparing made-up values.
    var text: String { withExposedBytes { String(decoding: [UInt8](copying: $0), as: UTF8.self) } }
}

extension Session {
    /// Everything of the session as text; nil where there is no such record.
    func readAll() throws -> [String?] {
        [
            try readTokens().access.text, try readUser().map { $0.json.text },
            try readDeviceCode().map { $0.code.text },
            try readNotification().map { $0.token.text },
        ]
    }
}

extension Optional where Wrapped: ~Copyable {
    /// `map` for values that can't be copied.
    consuming func map(_ body: (borrowing Wrapped) -> String) -> String? {
        switch consume self {
        case .some(let value): body(value)
        case .none: nil
        }
    }
}

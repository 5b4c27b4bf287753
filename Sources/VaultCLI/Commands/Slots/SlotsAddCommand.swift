import Sealing
import SessionVault

/// `vault slots add`.
enum SlotsAddCommand {
    /// What can be added.
    enum Kind: String, CaseIterable {
        case passphrase
        case keyFile = "key-file"
        case recoveryCode = "recovery-code"
        case secretService = "secret-service"
        case tpm

        /// The options that are for this kind alone.
        fileprivate var options: [OptionSpec] {
            switch self {
            case .passphrase: [.newPassphraseFD, .weakPassphrase, .passes, .memory]
            case .keyFile: [.newKeyFile]
            case .recoveryCode, .secretService: []
            case .tpm: [.newPIN, .newPINFD]
            }
        }
    }

    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        guard let kind = invocation.operands.first.flatMap(Kind.init) else {
            throw .usage("KIND is missing", of: invocation.command)
        }
        for other in Kind.allCases where other != kind {
            guard let stray = other.options.first(where: invocation.has) else { continue }
            throw .usage("--\(stray.name) goes with `slots add \(other.rawValue)`", of: invocation.command)
        }
        guard kind != .recoveryCode || !invocation.has(.auditor) else {
            throw .usage("--auditor goes with passphrase or key-file", of: invocation.command)
        }
        switch kind {
        case .passphrase: try addPassphrase(invocation, console)
        case .keyFile: try addKeyFile(invocation, console)
        case .recoveryCode: try addRecoveryCode(invocation, console)
        case .secretService: try addKept(.secretService(), "The desktop's keyring", invocation, console)
        case .tpm: try addKept(try newTPM(invocation), "This machine's TPM", invocation, console)
        }
        return .done
    }

    private static func addPassphrase(_ invocation: Invocation, _ console: Console) throws(CommandFailure) {
        let cost = try CostOptions.cost(invocation)
        let vault = try KeyInput.openVault(invocation, console)
        let source = KeySource.passphrase(
            try NewPassphrase.read(invocation, .newPassphraseFD, "New passphrase"))
        let number = try Progress.during("Deriving the key", console) { () throws(CommandFailure) in
            try vaultStep { () throws(VaultError) in try add(source, cost, to: vault, invocation) }
        }
        try SlotTable.answer(
            ["The new passphrase is slot #\(number)\(suffix(invocation)).", CostOptions.hint(on: cost)]
                .compactMap(\.self).joined(separator: " "),
            "slots-add/1", [("number", .integer(number)), scope(invocation)], of: vault, console)
    }

    private static func add(
        _ source: borrowing KeySource, _ cost: PassphraseCost, to vault: Vault, _ invocation: Invocation
    ) throws(VaultError) -> Int64 {
        invocation.has(.auditor)
            ? try vault.addAuditorSlot(for: source, cost: cost) : try vault.addSlot(for: source, cost: cost)
    }

    private static func suffix(_ invocation: Invocation) -> String {
        invocation.has(.auditor) ? ", for an auditor" : ""
    }

    private static func scope(_ invocation: Invocation) -> (String, JSONValue) {
        let scope = invocation.has(.auditor) ? KeySlot.Scope.auditor : .owner
        return ("scope", .string(scope.description))
    }

    private static func addKeyFile(_ invocation: Invocation, _ console: Console) throws(CommandFailure) {
        let path = try invocation.require(.newKeyFile)
        let vault = try KeyInput.openVault(invocation, console)
        let file = try NewKeyFile(at: path)
        let number: Int64
        do throws(CommandFailure) {
            number = try vaultStep { () throws(VaultError) in
                try add(.keyFile(path: path), .moderate, to: vault, invocation)
            }
        } catch {
            file.discard()
            throw error
        }
        try SlotTable.answer(
            "The key file\(file.wasMade ? ", made now," : "") is slot #\(number)\(suffix(invocation)).",
            "slots-add/1",
            [
                ("number", .integer(number)), scope(invocation), ("key_file", .string(path)),
                ("key_file_made", .bool(file.wasMade)),
            ],
            of: vault, console)
    }

    private static func newTPM(_ invocation: Invocation) throws(CommandFailure) -> KeySource {
        guard invocation.has(.newPIN) || invocation.has(.newPINFD) else { return .tpm() }
        return .tpm(pin: try KeyInput.newSecret(invocation, .newPINFD, "New PIN", plural: "PINs"))
    }

    private static func addKept(
        _ source: borrowing KeySource, _ name: String, _ invocation: Invocation, _ console: Console
    ) throws(CommandFailure) {
        let vault = try KeyInput.openVault(invocation, console)
        let number = try vaultStep { () throws(VaultError) in try add(source, .moderate, to: vault, invocation) }
        try SlotTable.answer(
            "\(name) keeps a key for slot #\(number)\(suffix(invocation)).", "slots-add/1",
            [("number", .integer(number)), scope(invocation)], of: vault, console)
    }

    /// A code that could not be shown is of no use to anyone, so its slot goes again.
    private static func addRecoveryCode(_ invocation: Invocation, _ console: Console) throws(CommandFailure) {
        let vault = try KeyInput.openVault(invocation, console)
        let code = RecoveryCode.make()
        let source = KeySource.recoveryCode(code.copy())
        let number = try vaultStep { () throws(VaultError) in try vault.addSlot(for: source) }
        do throws(CommandFailure) { try show(code, number, of: vault, console) } catch {
            try vaultStep { () throws(VaultError) in try vault.removeSlot(number) }
            throw error
        }
        console.note(
            "Write the code down and keep it away from this machine: it is not shown again. It is slot #\(number).")
    }

    private static func show(
        _ code: borrowing SecretBytes, _ number: Int64, of vault: Vault, _ console: Console
    ) throws(CommandFailure) {
        guard console.wantsJSON else { return try console.answer(exposing: code.followedByLineFeed()) }
        let outline = try vaultStep { () throws(VaultError) in try Vault.outline(at: vault.path) }
        let answer = JSONValue.answer("slots-add/1", [("number", .integer(number))] + SlotTable.json(outline))
        try console.answer(exposing: answer.text(withSecret: "recovery_code", code))
    }
}

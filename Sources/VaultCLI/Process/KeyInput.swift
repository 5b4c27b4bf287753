import Glibc
import SafeLogging
import Sealing
import SessionVault

/// Gets the key that a command line names, else what the machine offers by itself, else a passphrase from the terminal.
enum KeyInput {
    /// Opens the vault.
    static func openVault(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> Vault {
        try unlock(invocation, try key(invocation, console), console)
    }

    /// The key of the vault, for who needs it more than once.
    ///
    /// Whether there is a vault is checked before anybody is asked for a passphrase. A key file is not read before the vault
    /// is opened, which checks that.
    static func key(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> KeySource {
        try invocation.refuseTogether(OptionSpec.key)
        guard invocation.has(.tpm) || !(invocation.has(.pin) || invocation.has(.pinFD)) else {
            throw .usage("--pin and --pin-fd go with --tpm", of: invocation.command)
        }
        let options = try OpeningOptions.options(invocation)
        let path = try VaultPath.resolve(invocation)
        guard !invocation.has(.keyFile) else { return try given(invocation) }
        guard !OptionSpec.key.contains(where: invocation.has) else {
            _ = try vaultStep { () throws(VaultError) in try Vault.outline(at: path) }
            return try given(invocation)
        }
        if let offered = try offered(path, options, console) { return offered }
        try requirePassphraseSlot(path)
        return try given(invocation)
    }

    /// Nobody is asked for a passphrase that can't exist.
    private static func requirePassphraseSlot(_ path: String) throws(CommandFailure) {
        let slots = try vaultStep { () throws(VaultError) in try Vault.outline(at: path) }.slots
        guard slots.allSatisfy({ $0.kind ?? "passphrase" != "passphrase" }), !slots.isEmpty else { return }
        let options = [
            ("key-file", "--key-file PATH"), ("recovery-code", "--recovery-code"),
            ("secret-service", "--secret-service"), ("tpm", "--tpm"),
        ]
        let ways = options.filter { kind, _ in slots.contains { $0.kind == kind } }.map { $1 }
        throw CommandFailure("\(path): no passphrase opens this vault. Give \(ways.joined(separator: " or ")).")
    }

    /// What the machine offers; says which sources were passed over, and why.
    private static func offered(
        _ path: String, _ options: VaultOptions, _ console: Console
    ) throws(CommandFailure) -> KeySource? {
        let heard = MemorySink()
        let source = try vaultStep { () throws(VaultError) in
            try SlotPreference.automatic.source(
                forVaultAt: path, options: options, log: SafeLogger(category: "vault", sinks: [heard]))
        }
        for record in heard.records {
            if record.level == .warning {
                console.log.warning("\(record.body, privacy: .public)")
                console.note(record.body)
            } else {
                console.log.info("\(record.body, privacy: .public)")
            }
        }
        return source
    }

    /// Opens the vault with its key.
    ///
    /// - Parameter toleratingDamage: opens it without its anchor where it is too damaged to be held against it.
    static func unlock(
        _ invocation: Invocation, _ source: borrowing KeySource, acceptingRollback: Bool = false,
        toleratingDamage: Bool = false, _ console: Console
    ) throws(CommandFailure) -> Vault {
        let path = try VaultPath.resolve(invocation)
        let options = try OpeningOptions.options(invocation)
        let vault = try Progress.during("Deriving the key", console) { () throws(CommandFailure) in
            try vaultStep { () throws(VaultError) in
                if acceptingRollback {
                    return try Vault.acceptRollback(at: path, unlockingWith: source, options: options)
                }
                do throws(VaultError) {
                    return try Vault.open(at: path, unlockingWith: source, options: options)
                } catch {
                    guard toleratingDamage, error.code == .tampered, options.anchor != nil else { throw error }
                    var unanchored = options
                    unanchored.anchor = nil
                    return try Vault.open(at: path, unlockingWith: source, options: unanchored)
                }
            }
        }
        console.anchorWatch.watch(vault)
        return vault
    }

    /// The key that the command line names, whatever it opens.
    static func given(_ invocation: Invocation) throws(CommandFailure) -> KeySource {
        if let path = invocation[.keyFile] { return .keyFile(path: path) }
        if let descriptor = try invocation.descriptor(.keyFD) {
            return try vaultStep { () throws(VaultError) in try .keyFile(descriptor: descriptor) }
        }
        if let name = invocation[.credential] {
            return try vaultStep { () throws(VaultError) in try .keyFile(credential: name) }
        }
        if invocation.has(.secretService) { return .secretService() }
        if invocation.has(.tpm) { return try tpm(invocation) }
        if invocation.has(.recoveryCode) || invocation.has(.recoveryCodeFD) {
            return .recoveryCode(try secret(invocation, .recoveryCodeFD, "Recovery code"))
        }
        return .passphrase(try secret(invocation, .passphraseFD, "Passphrase", others: "--key-file PATH"))
    }

    private static func tpm(_ invocation: Invocation) throws(CommandFailure) -> KeySource {
        guard invocation.has(.pin) || invocation.has(.pinFD) else { return .tpm() }
        return .tpm(pin: try secret(invocation, .pinFD, "PIN"))
    }

    /// A new secret, which is asked for twice, or comes from the descriptor that the option names.
    ///
    /// - Parameter check: refuses the first answer, before anybody is asked for it again.
    static func newSecret(
        _ invocation: Invocation, _ option: OptionSpec, _ question: String, others: String? = nil, plural: String,
        check: (borrowing SecretBytes) throws(CommandFailure) -> Void = { _ in }
    ) throws(CommandFailure) -> SecretBytes {
        let first = try secret(invocation, option, question, others: others)
        try check(first)
        guard !invocation.has(option) else { return first }
        guard first.equals(try secret(invocation, option, "The same again", others: others)) else {
            throw CommandFailure("the two \(plural) differ; nothing was changed. Try again.")
        }
        return first
    }

    /// A secret from the descriptor that the option names, or from the terminal.
    static func secret(
        _ invocation: Invocation, _ option: OptionSpec, _ question: String, others: String? = nil
    ) throws(CommandFailure) -> SecretBytes {
        let descriptor = try invocation.descriptor(option)
        do throws(SecretInput.Failure) {
            if let descriptor { return try SecretInput.line(from: descriptor) }
            return try TerminalPrompt().secret("\(question): ")
        } catch { throw failure(error, option, descriptor, others) }
    }

    private static func failure(
        _ failure: SecretInput.Failure, _ option: OptionSpec, _ descriptor: CInt?, _ others: String?
    )
        -> CommandFailure
    {
        let source = descriptor.map { "file descriptor \($0)" } ?? "the terminal"
        let ways = ["--\(option.name) N"] + (others.map { [$0] } ?? [])
        return switch failure {
        case .noTerminal: CommandFailure("there is no terminal to ask on. Give \(ways.joined(separator: " or ")).")
        case .notOpen:
            CommandFailure(
                "\(source) can't be read. Open it for the command, such as `--\(option.name) 3 3<FILE`.")
        case .empty: CommandFailure("\(source) gave nothing. Enter one line.")
        case .tooLong:
            descriptor == nil
                ? CommandFailure(
                    "the terminal may have cut a line over \(SecretInput.terminalLimit) bytes. Use a file.")
                : CommandFailure("\(source) gave a line over \(SecretInput.limit) bytes. Shorten it.")
        case .isTerminal:
            CommandFailure(
                "\(source) is a terminal, which would show what is typed. Leave --\(option.name) out to be asked.")
        }
    }
}

import Glibc
import Sealing
import SessionVault

/// Gets the key that a command line names: a key file, or a passphrase or recovery code from a descriptor or the terminal.
enum KeyInput {
    /// Opens the vault.
    ///
    /// Whether there is one is checked before anybody is asked for a passphrase.
    static func openVault(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> Vault {
        try invocation.refuseTogether(OptionSpec.key)
        let path = try VaultPath.resolve(invocation)
        _ = try vaultStep { () throws(VaultError) in try Vault.outline(at: path) }
        let source = try existingKey(invocation)
        return try Progress.during("Deriving the key", console) { () throws(CommandFailure) in
            try vaultStep { () throws(VaultError) in try Vault.open(at: path, unlockingWith: source) }
        }
    }

    /// The key of a vault that is there.
    private static func existingKey(_ invocation: Invocation) throws(CommandFailure) -> KeySource {
        if let path = invocation[.keyFile] { return .keyFile(path: path) }
        if invocation.has(.recoveryCode) || invocation.has(.recoveryCodeFD) {
            return .recoveryCode(try secret(invocation, .recoveryCodeFD, "Recovery code"))
        }
        return .passphrase(try secret(invocation, .passphraseFD, "Passphrase", others: "--key-file PATH"))
    }

    /// A new passphrase, which is asked for twice, or comes from the descriptor that the option names.
    static func newPassphrase(
        _ invocation: Invocation, _ option: OptionSpec, _ question: String, others: String? = nil
    ) throws(CommandFailure) -> SecretBytes {
        let first = try secret(invocation, option, question, others: others)
        guard !invocation.has(option) else { return first }
        guard first.equals(try secret(invocation, option, "The same again", others: others)) else {
            throw CommandFailure("the two passphrases differ; nothing was changed. Try again.")
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

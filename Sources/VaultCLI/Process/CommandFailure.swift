import SessionAuth
import SessionVault

/// Why a command ends early: what is the matter, what mends it, and the exit status.
struct CommandFailure: Error {
    let message: String
    let status: ExitStatus

    init(_ message: String, status: ExitStatus = .failed) {
        self.message = message
        self.status = status
    }

    init(_ error: VaultError) {
        let isKnownNo = [.tampered, .truncated].contains(error.code)
        self.init(error.description, status: isKnownNo ? .refused : .failed)
    }

    init(_ error: ServiceError) {
        let isKnownNo = [.refused, .codeRefused, .challengeRefused, .unauthorized, .forbidden].contains(error.code)
        self.init(error.description, status: isKnownNo ? .refused : .failed)
    }

    /// The command line can't be understood.
    static func usage(_ message: String, of command: CommandSpec? = nil) -> CommandFailure {
        let page = command.map { "vault \($0.name) --help" } ?? "vault --help"
        return CommandFailure("\(message)\(message.hasSuffix("?") ? "" : ".") See `\(page)`.")
    }
}

/// Runs a step of the vault's, whose errors end the command.
func vaultStep<R: ~Copyable>(_ body: () throws(VaultError) -> R) throws(CommandFailure) -> R {
    do throws(VaultError) { return try body() } catch { throw CommandFailure(error) }
}

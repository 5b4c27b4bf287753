import SessionAuth

/// Why a command ends early: what is the matter, what mends it, and the exit status.
struct CommandFailure: Error {
    let message: String
    let status: ExitStatus

    init(_ message: String, status: ExitStatus = .failed) {
        self.message = message
        self.status = status
    }

    init(_ error: VaultError) {
        let isClearNo = [.tampered, .truncated, .rolledBack].contains(error.code)
        self.init(error.description, status: isClearNo ? .refused : .failed)
    }

    init(_ error: ServiceError) {
        self.init(Self.lowercasingFirstLetter(of: error.description))
    }

    init(_ error: AuthError) {
        let serverSaysNo = [.refused, .codeRefused, .challengeRefused, .unauthorized, .forbidden, .noSession]
            .contains(error.service?.code)
        let isClearNo = error.code == .wrongRole || serverSaysNo
        self.init(Self.lowercasingFirstLetter(of: error.description), status: isClearNo ? .refused : .failed)
    }

    /// The command line can't be understood.
    static func usage(_ message: String, of command: CommandSpec) -> CommandFailure {
        usage(message, page: command.name)
    }

    /// The command line can't be understood; `page` is the command or group whose help tells more.
    static func usage(_ message: String, page: String? = nil) -> CommandFailure {
        let page = page.map { "vault \($0) --help" } ?? "vault --help"
        return CommandFailure("\(message)\(message.hasSuffix("?") ? "" : ".") See `\(page)`.")
    }

    private static func lowercasingFirstLetter(of text: String) -> String {
        text.prefix(1).lowercased() + text.dropFirst()
    }
}

/// Runs a step of the vault's, whose errors end the command.
func vaultStep<R: ~Copyable>(_ body: () throws(VaultError) -> R) throws(CommandFailure) -> R {
    do throws(VaultError) { return try body() } catch { throw CommandFailure(error) }
}

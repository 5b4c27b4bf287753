import SessionAuth

/// Why a command ends early: what is the matter, what mends it, and the exit status.
struct CommandFailure: Error {
    let message: String
    let status: ExitStatus
    /// The vault's word for it, for programs.
    private let code: VaultError.Code?
    /// Nobody reads the answer any more, so nobody is told either.
    let isOfNoInterest: Bool

    init(_ message: String, status: ExitStatus = .failed) {
        self.init(message, status, code: nil)
    }

    private init(_ message: String, _ status: ExitStatus, code: VaultError.Code?, isOfNoInterest: Bool = false) {
        self.message = message
        self.status = status
        self.code = code
        self.isOfNoInterest = isOfNoInterest
    }

    init(_ error: VaultError) {
        let isClearNo = [.tampered, .truncated, .rolledBack].contains(error.code)
        self.init(CommandMend.text(of: error), isClearNo ? .refused : .failed, code: error.code)
    }

    /// The same, with the vault's path in the commands that mend it.
    func naming(vault: String?) -> CommandFailure {
        CommandFailure(
            NamedVault.text(message, naming: vault), status, code: code, isOfNoInterest: isOfNoInterest)
    }

    static let readerLeft = CommandFailure(
        "whoever read the answer has left", .failed, code: nil, isOfNoInterest: true)

    /// For programs.
    var json: JSONValue {
        .answer(
            "error/1",
            [
                ("status", .integer(status.rawValue)), ("code", .text(code?.description)),
                ("message", .string(message)),
            ])
    }

    init(_ error: ServiceError) {
        self.init(Self.lowercasingFirstLetter(of: error.description))
    }

    init(_ error: AuthError) {
        if let vault = error.vault {
            self.init(vault)
            return
        }
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

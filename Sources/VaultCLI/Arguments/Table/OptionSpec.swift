/// One option, as the parser, the help pages, the manual page and the shells' completions need it.
struct OptionSpec: Sendable {
    /// What an option's argument is.
    enum Argument: Sendable, Equatable {
        /// The option is a switch.
        case none
        /// A file's path.
        case path
        /// A file descriptor's number.
        case descriptor
        /// Free text, under this name in the help.
        case text(String)
        /// One of these words.
        case choice([String])
    }

    /// The name, without the leading `--`.
    let name: String
    let argument: Argument
    let explanation: String

    init(_ name: String, _ argument: Argument, _ explanation: String) {
        self.name = name
        self.argument = argument
        self.explanation = explanation
    }

    init(_ name: String, _ explanation: String) {
        self.init(name, .none, explanation)
    }

    /// `--name ARGUMENT`, as the help shows it.
    var synopsis: String {
        switch argument {
        case .none: "--\(name)"
        case .path: "--\(name) PATH"
        case .descriptor: "--\(name) N"
        case .text(let placeholder): "--\(name) \(placeholder)"
        case .choice(let words): "--\(name) \(words.joined(separator: "|"))"
        }
    }

    var takesArgument: Bool { argument != .none }
}

extension OptionSpec {
    static let vault = OptionSpec(
        "vault", .path,
        "the vault (else $SESSIONVAULT_PATH, else sessionvault/default.vault in $XDG_DATA_HOME or ~/.local/share)")
    static let format = OptionSpec("format", .choice(["text", "json"]), "how to answer; text is the default")
    static let reportFormat = OptionSpec(
        "format", .choice(["text", "json", "sarif", "html"]),
        "how to answer; text is the default; sarif (2.1.0) and html (one page) need --logs")
    static let log = OptionSpec("log", .path, "also log to this file (mode 0600), never a secret")
    static let quiet = OptionSpec("quiet", "say nothing but what was asked for, and errors")
    static let help = OptionSpec("help", "show this help")
    static let version = OptionSpec("version", "show the version")

    static let passphraseFD = OptionSpec(
        "passphrase-fd", .descriptor, "read the passphrase, one line, from this descriptor")
    static let keyFile = OptionSpec("key-file", .path, "use this key file instead of a passphrase")
    static let keyFD = OptionSpec(
        "key-fd", .descriptor, "read a key file's line from this descriptor, 3 or above (else $SESSIONVAULT_KEY_FD)")
    static let credential = OptionSpec(
        "credential", .text("NAME"),
        "use the systemd credential of this name, a key file's line (else sessionvault-key)")
    static let secretService = OptionSpec("secret-service", "use the desktop's keyring, which may ask to be unlocked")
    static let tpm = OptionSpec("tpm", "use this machine's TPM")
    static let pin = OptionSpec("pin", "with --tpm: ask for its PIN on the terminal")
    static let pinFD = OptionSpec("pin-fd", .descriptor, "with --tpm: read its PIN, one line, from this descriptor")
    static let newPIN = OptionSpec("new-pin", "for a TPM: ask twice for a PIN")
    static let newPINFD = OptionSpec("new-pin-fd", .descriptor, "for a TPM: read a PIN, a line, from this descriptor")
    static let duration = OptionSpec("for", .text("TIME"), "how long, such as 90s, 15m or 8h; at most 24h")
    static let recoveryCode = OptionSpec("recovery-code", "ask on the terminal for a recovery code instead")
    static let recoveryCodeFD = OptionSpec(
        "recovery-code-fd", .descriptor, "read a recovery code, one line, from this descriptor")
    /// The ways to give the key of a vault; without any, what the machine offers is taken, or the passphrase asked for.
    static let key: [OptionSpec] = [
        .passphraseFD, .keyFile, .keyFD, .credential, .secretService, .tpm, .recoveryCode, .recoveryCodeFD,
    ]
    static let anchor = OptionSpec(
        "anchor", .path, "the anchor file, which knows the vault's newest state (else $SESSIONVAULT_ANCHOR)")
    static let memoryLimit = OptionSpec(
        "memory-limit", .text("MIB"), "the most memory that a passphrase's slot may ask for, 8 to 16384; else 1024")
    /// What every command takes that opens a vault.
    static let unlocking: [OptionSpec] = [.vault] + key + [.pin, .pinFD, .anchor, .memoryLimit]
    static let unlock = OptionSpec(
        "unlock", "open the vault with what the machine offers, or ask for the passphrase")

    static let events = OptionSpec("events", "show what happened to the vault: its journal")
    static let logs = OptionSpec(
        "logs", "search these logs (gzip too, - for standard input) for what the vault holds or held")
    static let shapes = OptionSpec(
        "shapes", "with --logs: also look for what has the shape of a token, a credential or a card number")

    static let server = OptionSpec("server", .text("URL"), "the server: https://, or http:// on this machine")
    static let project = OptionSpec("project", .text("P"), "the project at the server")
    static let email = OptionSpec("email", .text("ADDRESS"), "sign in with this e-mail address")
    static let cellphone = OptionSpec("cellphone", .text("NUMBER"), "sign in with this number; needs --country")
    static let country = OptionSpec("country", .text("CODE"), "the number's country code, such as 57")
    static let passwordFD = OptionSpec(
        "password-fd", .descriptor, "read the account's password, one line, from this file descriptor")
    static let admit = OptionSpec("admit", .text("ROLE,…"), "the roles that may sign in, such as driver")
    static let anyRole = OptionSpec("any-role", "an open gate: let every role in, and say so in `vault inspect`")

    static let settings = OptionSpec(
        "settings", .path, "the project's settings, a JSON object: they decide which ways to sign in there are")
    static let device = OptionSpec("device", "sign in on another device, at an OAuth 2.0 server (RFC 8628)")
    static let browser = OptionSpec("browser", "sign in with a browser on this machine (RFC 8252)")
    static let issuer = OptionSpec("issuer", .text("URL"), "the OAuth 2.0 or OpenID server")
    static let clientID = OptionSpec("client-id", .text("ID"), "the name under which that server knows this app")
    static let clientSecretFD = OptionSpec(
        "client-secret-fd", .descriptor, "read the app's secret there, one line, from this descriptor")
    static let roleClaim = OptionSpec(
        "role-claim", .text("PATH"), "the claim that names the role, such as realm_access.role; else role")
    static let scopes = OptionSpec("scopes", .text("SCOPE,…"), "the scopes to ask for; else openid")
    /// What names an app to an OAuth server whose session is stored.
    static let client: [OptionSpec] = [.clientID, .clientSecretFD, .roleClaim]

    static let branches = OptionSpec("branches", "show the ways to sign in and why a hidden one is; needs no key")
    static let check = OptionSpec("check", "ask the server what it says of each session")
    static let account = OptionSpec("account", .text("TAG"), "the account, by its tag in `vault status`")
    static let local = OptionSpec("local", "on this machine only; the server is not asked")
    static let all = OptionSpec("all", "every account")

    static let newPassphraseFD = OptionSpec(
        "new-passphrase-fd", .descriptor, "read the new passphrase, a line, from this descriptor")
    static let weakPassphrase = OptionSpec(
        "weak-passphrase", "take a new passphrase also if it has under 8 characters or repeats one or two")
    static let newKeyFile = OptionSpec("new-key-file", .path, "the new key file; one that is missing is made")
    static let passes = OptionSpec("passes", .text("N"), "passes of the passphrase's Argon2id, 1 to 64; else 3")
    static let memory = OptionSpec(
        "memory", .text("MIB"), "its memory in MiB, 8 to 16384; else 256. Over 1024, opening needs --memory-limit")

    static let trim = OptionSpec("trim", "leave out one line feed at the value's end")
    static let empty = OptionSpec("empty", "store an empty value, too; else nothing on standard input is an error")
    static let service = OptionSpec("service", .text("S"), "only secrets of this service")
    static let allSecrets = OptionSpec("all", "every secret, or every one of --service")
    static let yes = OptionSpec("yes", "do not ask first")

    static let replace = OptionSpec("replace", "put a value in the place of another one of the same name")
    static let shred = OptionSpec("shred", "then overwrite the source and remove it, without asking")
    static let keep = OptionSpec("keep", "leave the source as it is, and do not ask")
    static let keyPath = OptionSpec("path", .text("PATH,…"), "the keys that lead to a value, such as user.token")
    static let importService = OptionSpec("service", .text("S"), "the service of what is stored")
    static let importAccount = OptionSpec("account", .text("A"), "its account; else none")

    static let acceptRollback = OptionSpec(
        "accept-rollback", "have the anchor take this state for the newest; needs --anchor")
    static let discard = OptionSpec("discard", "then delete for good what is set aside")
    static let root = OptionSpec("root", "replace the root key first")
    static let removeOtherSlots = OptionSpec(
        "remove-other-slots", "with --root: let every slot go but the one that opened the vault")
    static let auditor = OptionSpec("auditor", "for an auditor, who may inspect and look for leaks alone")
}

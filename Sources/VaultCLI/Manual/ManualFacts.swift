/// What the manual page says beside the command table.
enum ManualFacts {
    static let description = """
        keeps sign-in sessions and other secrets sealed in a file of this machine, which a passphrase, a key file or \
        another key opens. A passphrase is asked on the terminal and never taken from the command line. Only the answer \
        goes to standard output; everything else goes to standard error.
        """

    static let unlocking = """
        Without one of these, a command tries what the machine offers by itself: the kernel's keyring, a systemd \
        credential, a descriptor, a TPM without a PIN, an unlocked keyring of the desktop; then it asks for the passphrase.
        """

    static let environment: [(name: String, meaning: String)] = [
        ("SESSIONVAULT_PATH", "the vault, where --vault is not given"),
        ("SESSIONVAULT_ANCHOR", "the anchor file, where --anchor is not given"),
        ("SESSIONVAULT_KEY_FD", "a descriptor with a key file's line, where no key is named"),
        ("CREDENTIALS_DIRECTORY", "where systemd puts a service's credentials"),
        ("XDG_DATA_HOME", "the base of the default vault; else ~/.local/share"),
        ("HOME", "the base of what is in the home folder"),
        ("PASSWORD_STORE_DIR", "the folder that `vault import pass` takes; else ~/.password-store"),
        ("GPG_TTY", "the terminal on which GnuPG's agent asks; else the command's own"),
        ("TPM2TOOLS_TCTI", "the TPM to use; else /dev/tpmrm0"),
        ("NO_COLOR", "if not empty, no colours"),
        ("TERM", "if `dumb`, no colours"),
    ]

    static let files: [(name: String, meaning: String)] = [
        (
            "~/.local/share/sessionvault/default.vault",
            "the default vault, mode 0600; -wal and -shm beside it while in use"
        ),
        ("~/.netrc", "what `vault import netrc` takes"),
        ("~/.password-store", "what `vault import pass` takes"),
    ]

    static let common = """
        Every command takes --format, --quiet and --help; every one that uses a vault takes --vault and --log.
        """

    static let answers = """
        With --format json a command answers with one object, whose member `schema` names its schema and the version of that. \
        A version's members keep their names and types; new ones may come. What goes wrong is told on standard error, as one line, the last there: an object of the schema error, in which `code` is \
        the vault's word for it, such as wrongKey. Here, text, time (RFC 3339 in UTC), number and flag are values, braces enclose an object and brackets an array. A \
        type with a question mark may be null, a name with one may be missing.
        """
}

extension CommandTable {
    static let importing = CommandGroup(
        "import", "take over a netrc file, a JSON file or a folder of `pass`",
        details: """
            Reads a store of plain text whole, writes its secrets in one step, reads each back and compares; only then it \
            asks whether to overwrite and remove the source. It never shows a value. Where anything about the source \
            is wrong, nothing is stored. Overwriting is no promise: an SSD, a file system that copies on write and \
            backups may keep older bytes.
            """,
        commands: [importNetrc, importJSON, importPass])

    private static let importNetrc = CommandSpec(
        "import netrc", "take over the passwords of a netrc file",
        details: """
            Takes ~/.netrc unless another file is named. A machine becomes the service and its login the account, as in \
            `vault secret get MACHINE LOGIN`; the default entry is the service `default`. Macros and entries without a \
            password are not taken over, and it says so; with any, --shred removes nothing. \(outcome)
            """,
        operands: [OperandSpec("FILE", .path, .atMostOnce)],
        options: options,
        examples: [
            .init(line: "vault import netrc", effect: "asks before it removes ~/.netrc"),
            .init(line: "vault import netrc old.netrc --keep", effect: "leaves the file as it is"),
        ],
        run: ImportCommand.netrc)

    private static let importJSON = CommandSpec(
        "import json", "take over values of a JSON file by their key paths",
        details: """
            A path is the keys that lead to a text or a number, with dots between them; a number is an element of an array, \
            and a backslash makes a dot or comma part of a key. With several paths, each is its secret's account. --shred \
            removes the whole file, whatever else is in it. \(outcome)
            """,
        operands: [OperandSpec("FILE", .path)],
        options: [.keyPath, .importService, .importAccount] + options,
        examples: [
            .init(
                line: "vault import json hosts.json --path user.token \\\n    --service example.com --account me",
                effect: "one value"),
            .init(
                line: "vault import json key.json --path id,private.key --service cloud",
                effect: "two, under the accounts `id` and `private.key`"),
        ],
        run: ImportCommand.json)

    private static let importPass = CommandSpec(
        "import pass", "take over a folder of `pass`, decrypted by gpg",
        details: """
            Takes $PASSWORD_STORE_DIR or ~/.password-store unless another folder is named. Each file is decrypted by the \
            program `gpg`, whose agent may ask for the key's passphrase. The folders on the way to a file are the service \
            and its name the account; a file at the top is a service. All of a file is the value, without the line feed of \
            a single line. --shred removes the files and leaves the history that git keeps of them. \(outcome)
            """,
        operands: [OperandSpec("FOLDER", .path, .atMostOnce)],
        options: options,
        examples: [.init(line: "vault import pass", effect: "then `vault secret get Email/example.com me`")],
        run: ImportCommand.pass)

    private static let outcome = """
        A secret that the vault has under the same name with another value stays, unless --replace is given: status 1, and \
        the source stays too.
        """
    private static let options = [OptionSpec.replace, .shred, .keep] + OptionSpec.unlocking + [.log]
}

import SessionVault

/// `vault import`.
enum ImportCommand {
    static func netrc(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let named = invocation.operands.first
        let path = if let named { named } else { try inHome(".netrc", invocation) }
        return try take(invocation, console) { () throws(ImportFault) in try NetrcStore.read(path) }
    }

    static func json(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let service = try invocation.require(.importService)
        guard let paths = KeyPath.list(try invocation.require(.keyPath)) else {
            throw .usage(
                "--path takes keys such as `a.b.token`, and commas between several paths", of: invocation.command)
        }
        guard paths.count == 1 || !invocation.has(.importAccount) else {
            throw .usage("--account goes with a single path", of: invocation.command)
        }
        let account = invocation[.importAccount] ?? ""
        let wanted = paths.map {
            ($0, SecretName(service: service, account: paths.count == 1 ? account : $0.text))
        }
        guard !(service + account).unicodeScalars.contains("\u{FFFD}") else {
            throw .usage("a name has to be UTF-8", of: invocation.command)
        }
        let file = invocation.operands[0]
        return try take(invocation, console) { () throws(ImportFault) in try JSONStore.read(file, wanted) }
    }

    static func pass(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let named = invocation.operands.first ?? Environment.value("PASSWORD_STORE_DIR")
        var folder = if let named { named } else { try inHome(".password-store", invocation) }
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        return try take(invocation, console) { () throws(ImportFault) in try PassStore.read(folder, console) }
    }

    private static func inHome(_ name: String, _ invocation: Invocation) throws(CommandFailure) -> String {
        guard let home = Environment.value("HOME") else {
            throw .usage("HOME is not set, so name what to import", of: invocation.command)
        }
        return "\(home)/\(name)"
    }

    /// Reads all of it before anybody is asked for a passphrase; writes, reads back, and only then touches the source.
    private static func take(
        _ invocation: Invocation, _ console: Console, _ read: () throws(ImportFault) -> ForeignStore
    ) throws(CommandFailure) -> ExitStatus {
        try invocation.refuseTogether(.shred, .keep)
        let path = try VaultPath.resolve(invocation)
        _ = try vaultStep { () throws(VaultError) in try Vault.outline(at: path) }
        let source = try importStep(read)
        let vault = try KeyInput.openVault(invocation, console)
        let outcomes = try vaultStep { () throws(VaultError) in
            try vault.secrets.storeAll(source.secrets, replacing: invocation.has(.replace))
        }
        try readBack(source.secrets, outcomes, from: vault)
        let fate = SourceFate.settle(source, isWhole: !outcomes.contains(.refused), invocation)
        let report = ImportReport(source: source, outcomes: outcomes, fate: fate)
        try console.confirm(report.page, json: report.json, status: report.status)
        return report.status
    }

    /// Reads what was stored, and compares; the source is not touched where anything differs.
    static func readBack(
        _ secrets: [NamedSecret], _ outcomes: [StoringOutcome], from vault: Vault
    ) throws(CommandFailure) {
        for (secret, outcome) in zip(secrets, outcomes) where outcome != .refused {
            let stored = try vaultStep { () throws(VaultError) in try vault.secrets.value(for: secret.name) }
            guard let stored, stored.equals(secret.value) else {
                throw CommandFailure(
                    "a secret reads back otherwise than it was written, so the source is left as it is. "
                        + "Run `vault verify`.")
            }
        }
    }
}

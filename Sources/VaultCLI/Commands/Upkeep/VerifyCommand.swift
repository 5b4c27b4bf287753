import SessionVault

/// `vault verify`.
enum VerifyCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let accepts = invocation.has(.acceptRollback)
        let anchorPath = OpeningOptions.anchorPath(invocation)
        guard !accepts || anchorPath != nil else {
            throw .usage("--accept-rollback needs --anchor PATH", of: invocation.command)
        }
        let source = try KeyInput.key(invocation, console)
        let vault =
            if accepts, let anchorPath {
                try acceptRollback(invocation, source, NewAnchor(at: anchorPath), console)
            } else {
                try KeyInput.unlock(invocation, source, toleratingDamage: true, console)
            }
        let integrity = try Progress.during("Checking", console) { () throws(CommandFailure) in
            try vaultStep { () throws(VaultError) in try vault.verify() }
        }
        let isAnchored = anchorPath != nil && integrity.manifest != .unreadable
        var page = page(integrity, of: vault)
        if accepts {
            page.sentence("The state is accepted: the anchor takes it for the newest from now on.", .caution)
        } else if isAnchored {
            page.sentence("Its anchor knows no newer state.", .good)
        } else if anchorPath != nil {
            page.sentence("It could not be held against its anchor, since the manifest does not open.", .bad)
        }
        try console.answer(page, json: json(integrity, of: vault, accepts, isAnchored: isAnchored))
        return integrity.isIntact ? .done : .refused
    }

    /// A new anchor begins with the state that is accepted.
    private static func acceptRollback(
        _ invocation: Invocation, _ source: borrowing KeySource, _ anchor: NewAnchor, _ console: Console
    ) throws(CommandFailure) -> Vault {
        do throws(CommandFailure) {
            return try KeyInput.unlock(invocation, source, acceptingRollback: true, console)
        } catch {
            anchor.discard()
            throw error
        }
    }

    private static func page(_ integrity: VaultIntegrity, of vault: Vault) -> Page {
        var page = Page()
        page.field("Vault", vault.path, .strong)
        page.field("Records", Wording.number(integrity.recordCount))
        if let writes = integrity.sequence { page.field("Writes", Wording.number(writes)) }
        page.blank()
        for (sentence, tone) in IntegrityText.sentences(of: integrity) { page.sentence(sentence, tone) }
        if !integrity.damaged.isEmpty {
            let head = ["RECORD", "KIND", "ACCOUNT", "PART"].map { Page.Cell($0, .faint) }
            page.table([head] + integrity.damaged.map(row))
        }
        return page
    }

    private static func row(_ record: VaultIntegrity.DamagedRecord) -> [Page.Cell] {
        [
            .init("#\(record.position)"), .init(record.kind?.description ?? "unknown"),
            .init(record.account?.description ?? "unknown"), .init(IntegrityText.name(of: record.part), .bad),
        ]
    }

    private static func json(_ integrity: VaultIntegrity, of vault: Vault, _ accepts: Bool, isAnchored: Bool)
        -> JSONValue
    {
        .answer(
            "verify/1",
            [("path", .string(vault.path))] + IntegrityJSON.members(integrity) + [
                ("held_against_anchor", .bool(isAnchored)), ("rollback_accepted", .bool(accepts)),
            ])
    }
}

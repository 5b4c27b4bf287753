import SessionVault

/// `vault inspect`.
enum InspectCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        try invocation.refuseTogether([.unlock] + OptionSpec.key)
        try invocation.refuseTogether(.events, .logs)
        if invocation.has(.logs) { return try LeakSearch.run(invocation, console) }
        if invocation.has(.shapes) { throw .usage("--shapes needs --logs", of: invocation.command) }
        if let format = invocation[.format], format == "sarif" || format == "html" {
            throw .usage("--format \(format) needs --logs", of: invocation.command)
        }
        if let stray = invocation.operands.first {
            throw .usage("`\(stray)` needs --logs before it", of: invocation.command)
        }
        if invocation.has(.events) { return try EventList.run(invocation, console) }
        let hasKey = ([.unlock] + OptionSpec.key).contains(where: invocation.has)
        return hasKey ? try showReport(invocation, console) : try showOutline(invocation, console)
    }

    private static func showOutline(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let path = try VaultPath.resolve(invocation)
        let outline = try vaultStep { () throws(VaultError) in try Vault.outline(at: path) }
        try console.answer(
            OutlineText.page(outline),
            json: .answer(
                "inspect/1", [("unlocked", .bool(false)), ("outline", OutlineJSON.value(outline))]))
        return outline.slots.contains { $0.condition == .damaged } ? .refused : .done
    }

    private static func showReport(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let vault = try KeyInput.openVault(invocation, console)
        let report = try vaultStep { () throws(VaultError) in try vault.inspect() }
        try console.answer(ReportText.page(report), json: ReportJSON.value(report))
        let isSound = report.isIntact && !report.outline.slots.contains { $0.condition == .damaged }
        return isSound ? .done : .refused
    }
}

import SessionVault

/// `vault unlock` and `vault lock`.
enum UnlockCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let seconds = try Self.seconds(try invocation.require(.duration), invocation)
        let vault = try KeyInput.openVault(invocation, console)
        try vaultStep { () throws(VaultError) in try vault.keepUnlocked(seconds: seconds) }
        let end = UnixTime(milliseconds: UnixTime.now.milliseconds + Int64(seconds) * 1_000)
        var page = Page()
        page.sentence("Unlocked until \(Wording.time(end)). `vault lock` ends it before.", .good)
        try console.confirm(
            page,
            json: .answer(
                "unlock/1",
                [
                    ("path", .string(vault.path)), ("seconds", .integer(Int64(seconds))),
                    ("until", .string(Wording.exactTime(end))),
                ]))
        return .done
    }

    static func lock(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let path = try VaultPath.resolve(invocation)
        let wasUnlocked = try vaultStep { () throws(VaultError) in try Vault.forgetKeptUnlocked(at: path) }
        var page = Page()
        page.sentence(wasUnlocked ? "Locked: the kernel keeps its key no more." : "It was not kept unlocked.")
        try console.confirm(
            page, json: .answer("lock/1", [("path", .string(path)), ("was_unlocked", .bool(wasUnlocked))]))
        return .done
    }

    /// A whole number and its unit.
    private static func seconds(_ text: String, _ invocation: Invocation) throws(CommandFailure) -> Int {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]
        let limit = 86_400
        guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), number > 0,
            number <= limit / unit
        else {
            throw .usage("--for takes a time such as 90s, 15m or 8h, at most 24h", of: invocation.command)
        }
        return number * unit
    }
}

import SessionVault

/// How a vault is opened: which anchor knows its newest state, and how much memory a passphrase's slot may ask for.
enum OpeningOptions {
    /// The commands that check the records do so by themselves, so opening does not.
    static func options(_ invocation: Invocation) throws(CommandFailure) -> VaultOptions {
        var options = VaultOptions(
            anchor: anchorPath(invocation).map { FileAnchor(at: $0) }, verification: .onRequest)
        if let limit = try CostOptions.number(.memoryLimit, within: CostOptions.memoryBounds, invocation) {
            options.passphraseMemoryLimitKiB = limit * 1_024
        }
        return options
    }

    static func anchorPath(_ invocation: Invocation) -> String? {
        invocation[.anchor] ?? Environment.value("SESSIONVAULT_ANCHOR")
    }
}

import SessionVault

/// What each try of a new passphrase shall cost.
enum CostOptions {
    /// MiB that a passphrase's slot may ask for.
    static let memoryBounds: ClosedRange<UInt32> = 8...16_384

    static func cost(_ invocation: Invocation) throws(CommandFailure) -> PassphraseCost {
        let passes = try number(.passes, within: 1...64, invocation) ?? PassphraseCost.moderate.passes
        let memory = try number(.memory, within: memoryBounds, invocation).map { $0 * 1_024 }
        do throws(VaultError) {
            return try PassphraseCost(passes: passes, memoryKiB: memory ?? PassphraseCost.moderate.memoryKiB)
        } catch {
            throw .usage(
                "--passes times --memory may be 16384 at most, and --passes 16 with a --memory over 1024",
                of: invocation.command)
        }
    }

    /// What has to be said at each opening, where the cost is over what is usually allowed.
    static func hint(on cost: PassphraseCost) -> String? {
        guard cost.memoryKiB > VaultOptions().passphraseMemoryLimitKiB else { return nil }
        return "This passphrase opens the vault only with --memory-limit \(cost.memoryKiB / 1_024) or more."
    }

    static func number(_ option: OptionSpec, within bounds: ClosedRange<UInt32>, _ invocation: Invocation)
        throws(CommandFailure) -> UInt32?
    {
        guard let text = invocation[option] else { return nil }
        guard let number = UInt32(text), bounds.contains(number) else {
            throw .usage(
                "--\(option.name) takes a number from \(bounds.lowerBound) to \(bounds.upperBound)",
                of: invocation.command)
        }
        return number
    }
}

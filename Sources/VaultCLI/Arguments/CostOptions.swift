import SessionVault

/// What each try of a new passphrase shall cost.
enum CostOptions {
    static func cost(_ invocation: Invocation) throws(CommandFailure) -> PassphraseCost {
        let passes = try number(.passes, within: 1...64, invocation) ?? PassphraseCost.moderate.passes
        let memory = try number(.memory, within: 8...1_024, invocation).map { $0 * 1_024 }
        do throws(VaultError) {
            return try PassphraseCost(passes: passes, memoryKiB: memory ?? PassphraseCost.moderate.memoryKiB)
        } catch { throw .usage("--passes times --memory may be 16384 at most", of: invocation.command) }
    }

    private static func number(_ option: OptionSpec, within bounds: ClosedRange<UInt32>, _ invocation: Invocation)
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

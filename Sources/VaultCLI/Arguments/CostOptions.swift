import Sealing

/// What each try of a new passphrase shall cost.
enum CostOptions {
    static func cost(_ invocation: Invocation) throws(CommandFailure) -> PasswordHash.Cost {
        let standard = PasswordHash.Cost.moderate
        let passes = try number(.passes, within: PasswordHash.Cost.passBounds, invocation)
        let bounds = PasswordHash.Cost.memoryBounds
        let memory = try number(.memory, within: bounds.lowerBound / 1_024...bounds.upperBound / 1_024, invocation)
        return PasswordHash.Cost(
            passes: passes ?? standard.passes, memoryKiB: memory.map { $0 * 1_024 } ?? standard.memoryKiB) ?? standard
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

/// Something in a vault has changed; what, its observer reads anew.
public struct VaultChange: Sendable, Hashable {
    /// Tells whether another process, or another handle on the same file, wrote.
    public let isForeign: Bool
}

extension Vault {
    /// The vault's changes from now on, by this process and by others.
    ///
    /// Changes that come faster than they are taken are told as one. Other processes' writes show within a quarter of a
    /// second; while nobody observes, nothing is looked for. The stream ends when the vault goes.
    public func observeChanges() -> AsyncStream<VaultChange> {
        observeChanges(clock: ContinuousClock())
    }

    package func observeChanges(clock: some Clock<Duration>) -> AsyncStream<VaultChange> {
        changes.stream(clock: clock)
    }
}

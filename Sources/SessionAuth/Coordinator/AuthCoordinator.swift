public import SafeLogging
public import SessionVault

/// Signs people in and out: branch, credential, server, gate, vault, in that order, on every branch alike.
///
/// There is no other way through it to a write. Each attempt is its own: when a newer attempt or a sign-out comes first,
/// the answer to the older one is dropped, and a session in it is logged out at the server.
public actor AuthCoordinator {
    let vault: Vault
    let gate: RoleGate
    let service: any AuthService
    let configuration: SignInConfiguration
    let clock: any Clock<Duration>
    let now: @Sendable () -> UnixTime
    let logger: SafeLogger
    let endProviderSession: (@Sendable (SignInBranch) async -> Bool)?
    nonisolated let broadcast = StateBroadcast()
    nonisolated let executors: CoordinatorExecutors

    var current = CurrentSession.none
    /// The sign-in in flight, its cleanup included.
    var attempt: Attempt?
    /// The requests in flight that may confirm the current session.
    var confirmations: [Attempt] = []
    /// The refresh in flight, which every task waits for that needs one.
    var refreshing: (identity: [UInt8], flight: Task<RefreshOutcome, Never>)?
    /// Tokens that the vault could not take.
    var unsaved: UnsavedTokens?
    var pause = RefreshPause()
    /// The sessions whose logout is under way.
    var endingNow: Set<[UInt8]> = []
    var hasFinishedLogouts = false

    /// Coordinates sign-in at `service` into `vault`.
    ///
    /// - Parameters:
    ///   - gate: what every account has to pass, on every branch.
    ///   - clock: bounds the parts of a cleanup.
    ///   - now: the wall clock, which tells when a token ends.
    ///   - endProviderSession: ends the identity provider's own session where a session on such a branch ends, and tells
    ///     whether it did.
    public init(
        vault: Vault, gate: RoleGate, service: any AuthService, configuration: SignInConfiguration,
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> UnixTime = { .now },
        logger: SafeLogger = .disabled,
        endProviderSession: (@Sendable (SignInBranch) async -> Bool)? = nil
    ) {
        self.init(
            vault: vault, gate: gate, service: service, configuration: configuration, clock: clock, now: now,
            logger: logger, endProviderSession: endProviderSession, executors: .usual)
    }

    package init(
        vault: Vault, gate: RoleGate, service: any AuthService, configuration: SignInConfiguration,
        clock: any Clock<Duration>, now: @escaping @Sendable () -> UnixTime, logger: SafeLogger = .disabled,
        endProviderSession: (@Sendable (SignInBranch) async -> Bool)? = nil, executors: CoordinatorExecutors
    ) {
        self.executors = executors
        self.vault = vault
        self.gate = gate
        self.service = service
        self.configuration = configuration
        self.clock = clock
        self.now = now
        self.logger = logger
        self.endProviderSession = endProviderSession
    }

    /// Runs on a queue of the coordinator's own.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executors.coordinator.asUnownedSerialExecutor()
    }

    /// The realm of its server.
    package nonisolated var realm: String { service.realm }

    /// Where the coordinator stands now.
    public nonisolated var state: AuthState { broadcast.state }

    /// Where the coordinator stands now, and every later state.
    public nonisolated func states() -> AsyncStream<AuthState> { broadcast.stream() }

    /// Tells for each branch whether it can be invoked, and why not.
    public nonisolated func availability(of branch: SignInBranch) -> BranchAvailability {
        configuration.availability(of: branch, at: service)
    }

    func move(to state: AuthState) {
        broadcast.send(state)
        logger.info("auth state: \(state.description, privacy: .public)")
    }

    /// Ends whatever is in flight: its answer will be dropped.
    func supersede() {
        attempt?.end()
        attempt = nil
        endConfirmations()
    }

    func endConfirmations() {
        for confirmation in confirmations { confirmation.end() }
        confirmations = []
    }

    /// Lets go of a session that is no more, unless another has taken its place.
    func leave(_ identity: [UInt8], because reason: SignedOutReason) {
        guard current.identity == identity else { return }
        current = .none
        unsaved = nil
        endConfirmations()
        if attempt == nil { move(to: .signedOut(reason)) }
    }

    /// Goes back to the session there is, or to signed out.
    func settle(otherwise reason: SignedOutReason) {
        switch current {
        case .none: move(to: .signedOut(reason))
        case .provisional(let session): move(to: .provisional(session))
        case .active(let session): move(to: .active(session))
        }
    }
}

import SafeLogging
import Sealing
import SessionAuth
import SessionVault
import TestSupport

/// One run of an interplay, watched after every step.
final class InterplayRun {
    private let interplay: Interplay
    private let scheduler = StepScheduler()
    private let service: SteppedService
    private let store = FaultyStore()
    private let vault: Vault
    private let players: Players
    private var signedOutAt = 0
    private var wasSignedOut = false
    private var watched: (writes: Int, state: String) = (-1, "")
    private var fault: String?

    init(_ interplay: Interplay, key: String) throws {
        self.interplay = interplay
        let clock = WallClock()
        let isRefreshed = interplay.before == .due || interplay.before == .over
        service = SteppedService(scheduler, clock: clock, life: isRefreshed ? 3_600 : nil)
        vault = try Vault.create(in: store, unlockingWith: .keyFile(path: key))
        let first = Players(scheduler: scheduler, coordinator: Self.coordinator(vault, service, scheduler, clock))
        if interplay.before != .nobody {
            first.signIn("anna", 0)
            scheduler.run(by: .answers, choosing: { _ in 0 }, checking: {})
        }
        switch interplay.before {
        case .nobody, .active: players = Players(scheduler: scheduler, coordinator: first.coordinator)
        case .due, .over:
            clock.advance(bySeconds: interplay.before == .due ? 3_590 : 4_000)
            players = Players(scheduler: scheduler, coordinator: first.coordinator)
        case .provisional:
            players = Players(scheduler: scheduler, coordinator: Self.coordinator(vault, service, scheduler, clock))
            players.offer(.restore, -1)
            scheduler.run(by: .answers, choosing: { _ in 0 }, checking: {})
        }
    }

    private static func coordinator(
        _ vault: Vault, _ service: SteppedService, _ scheduler: StepScheduler, _ clock: WallClock
    ) -> AuthCoordinator {
        AuthCoordinator(
            vault: vault, gate: RoleGate(admitting: [.driver]), service: service,
            configuration: SignInConfiguration(branches: [.emailPassword]), clock: ManualClock(), now: { clock.now },
            executors: scheduler.executors)
    }

    /// Does everything, in the order that begins with the choices of `prefix`.
    func run(by grain: StepScheduler.Grain, _ prefix: [Int]) -> Interleavings.Run {
        var run = Interleavings.Run()
        let before = scheduler.trace.count
        for (number, deed) in interplay.deeds.enumerated() { players.offer(deed, number) }
        scheduler.run(by: grain) { count in
            let place = run.taken.count
            let choice = place < prefix.count ? min(prefix[place], count - 1) : 0
            run.taken.append(choice)
            run.options.append(count)
            return choice
        } checking: {
            do throws(VaultError) { try watch() } catch { report("the vault failed (\(error.code))") }
        }
        let trace = Array(scheduler.trace.dropFirst(before))
        judge(trace)
        run.fault = fault.map { "\($0): \(trace.joined(separator: " · "))" }
        return run
    }

    private func report(_ text: String) {
        if fault == nil { fault = text }
    }

    /// What holds after every step.
    private func watch() throws(VaultError) {
        let state = players.coordinator.state
        let now = (writes: store.writes, state: state.description)
        guard now != watched else { return }
        watched = now
        scheduler.note("[\(now.state)]")
        let isSignedOut = state.signedOutReason == .bySignOut
        if isSignedOut, !wasSignedOut { signedOutAt = scheduler.time }
        wasSignedOut = isSignedOut
        let sessions = try vault.sessions()
        if sessions.count > 1 { report("two sessions at once") }
        for session in sessions {
            let token = try Token(session.readTokens().access)
            let user = try text(of: session.readUser())
            if token.subject != session.account.subject { report("a token of another account") }
            if user != "{\"id\":\"\(token.subject)\"}" { report("a record of another account") }
            if token.subject == "carl" { report("a session that the gate refused") }
            if service.called(token.family) < signedOutAt { report("a session outlives its sign-out") }
        }
        switch state {
        case .active(let session): if sessions.first?.identity != session.identity { report("a state without session") }
        case .provisional(let session):
            if sessions.first?.identity != session.identity { report("a state without session") }
        case .signedOut, .rejected: if !sessions.isEmpty, isSignedOut { report("a session that nobody shows") }
        case .authenticating, .challenged, .unsaved: break
        }
    }

    /// What holds when all is over.
    private func judge(_ trace: [String]) {
        let outcomes = players.outcomes.all
        for (number, deed) in interplay.deeds.enumerated() {
            guard let outcome = outcomes[number] else { return report("\(deed) never ended") }
            switch (deed, outcome) {
            case (.signIn(let subject), .signedIn(let other)), (.signInAndCancel(let subject), .signedIn(let other)):
                if subject != other { report("\(subject) signed in as \(other)") }
                if gaveUp(subject, trace) { report("\(subject) is signed in, though it was cancelled") }
            case (.request, .signedIn(let owner)):
                if owner != "anna"
                    && !trace.contains(where: { $0.hasPrefix("answer to sign-in") && $0.hasSuffix(owner) })
                {
                    report("an answer of another account")
                }
            default: break
            }
        }
        do throws(VaultError) { try judgeEnd(trace) } catch { report("the vault failed (\(error.code))") }
    }

    private func judgeEnd(_ trace: [String]) throws(VaultError) {
        var stored: Token?
        for session in try vault.sessions() { stored = try Token(session.readTokens().access) }
        let orphans = service.live.subtracting(stored.map { [$0.family] } ?? [])
        if !orphans.isEmpty { report("a session that only the server knows") }
        let newest = service.newest
        if newest.called < signedOutAt {
            if !wasSignedOut { report("signed out, and then \(players.coordinator.state)") }
            if stored != nil { report("a session outlives its sign-out") }
        } else if newest.subject != "carl", !trace.contains("cancel \(newest.subject)"),
            stored?.subject != newest.subject
        {
            report("the newest sign-in did not win")
        }
        if case .authenticating = players.coordinator.state { report("a sign-in without end") }
    }

    /// Tells whether somebody's sign-in was cancelled before its answer came.
    private func gaveUp(_ subject: String, _ trace: [String]) -> Bool {
        guard interplay.givingUp.contains(subject), let cancelled = trace.firstIndex(of: "cancel \(subject)") else {
            return false
        }
        let answered = trace.firstIndex { $0.hasPrefix("answer to sign-in") && $0.hasSuffix(" of \(subject)") }
        return answered.map { cancelled < $0 } ?? true
    }
}

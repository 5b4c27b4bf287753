import Foundation
import Sealing
import SessionAuth
import TestSupport
import Testing

@testable import SessionVault

/// A vault in memory whose writes can fail, a server with single-use refresh tokens, and a machine's clock to move.
struct RefreshBench {
    let wall = WallClock()
    let store = FaultyStore()
    let service: RotatingService
    let vault: Vault
    let coordinator: AuthCoordinator
    private let folder: TemporaryFolder

    init(introspects: Bool = false) throws {
        folder = try TemporaryFolder()
        try KeyFile.create(at: folder.path("key"))
        service = RotatingService(clock: wall, introspects: introspects)
        vault = try Vault.create(in: store, unlockingWith: .keyFile(path: folder.path("key")))
        coordinator = Self.coordinator(vault, service, wall)
    }

    static func coordinator(_ vault: Vault, _ service: RotatingService, _ wall: WallClock) -> AuthCoordinator {
        AuthCoordinator(
            vault: vault, gate: RoleGate(admitting: [.driver]), service: service,
            configuration: SignInConfiguration(branches: [.emailPassword]), now: { wall.now })
    }

    /// Another process's coordinator over the same vault.
    func other() -> AuthCoordinator { Self.coordinator(vault, service, wall) }

    @discardableResult
    func signIn() async throws -> AdmittedSession { try await coordinator.signIn(with: Bench.credential(of: "anna")) }

    /// Makes a request, and tells which token it went out with.
    @discardableResult
    func request(_ coordinator: AuthCoordinator? = nil) async throws(AuthError) -> String {
        try await (coordinator ?? self.coordinator).perform { (token) async throws(ServiceError) in
            guard service.accepts(token) else { throw ServiceError(.unauthorized) }
            return text(of: token)
        }
    }

    var events: [String] {
        get throws { try vault.journal().entries.compactMap { $0.event?.kind.description } }
    }

    /// The version of the stored token record.
    func beginAndDie(_ session: AdmittedSession) throws {
        try session.refresh.begin(version: session.refresh.read().version)
    }
}

@Suite("Refresh")
struct RefreshTests {
    @Test("A token is refreshed ahead of its end, once, and the new one is on disk before it is used")
    func ahead() async throws {
        let bench = try RefreshBench()
        let session = try await bench.signIn()
        #expect(try await bench.request() == "access-0")
        bench.wall.advance(bySeconds: 3_530)
        #expect(try await bench.request() == "access-0")
        bench.wall.advance(bySeconds: 20)
        #expect(try await bench.request() == "access-2")
        #expect(try await bench.request() == "access-2")
        #expect(bench.service.refreshes == 1)
        #expect(try await text(of: session.readTokens().access) == "access-2")
        #expect(try bench.events.suffix(2) == ["refresh-begun", "refreshed"])
    }

    @Test(
        "S01: however many tasks and handles find an ended token at once, it is refreshed once, and all take the new one"
    )
    func single() async throws {
        let bench = try RefreshBench()
        try await bench.signIn()
        let others = (1...4).map { _ in bench.other() }
        for other in others { #expect(try await other.restore() != nil) }
        for round in 1...10 {
            bench.wall.advance(bySeconds: 4_000)
            let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                for coordinator in [bench.coordinator] + others {
                    for _ in 1...10 { group.addTask { try await bench.request(coordinator) } }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(tokens == ["access-\(2 * round)"])
            #expect(bench.service.refreshes == round)
        }
        #expect(bench.service.revokedFamilies == 0)
    }

    @Test("S02: a refused refresh token that has been replaced meanwhile ends nothing; the newer one is taken")
    func replacedMeanwhile() async throws {
        let bench = try RefreshBench()
        let session = try await bench.signIn()
        bench.wall.advance(bySeconds: 4_000)
        bench.service.turnstile.hold("refresh")
        bench.service.fault(.refuses(.unauthorized))
        async let answer = bench.request()
        await bench.service.turnstile.arrivals(of: "refresh")
        // Somebody who does not take the lock refreshes all the same.
        let newer = try TokenSet(
            access: SecretBytes(utf8: "access-0"), refresh: SecretBytes(utf8: "from-elsewhere"),
            expiry: .at(bench.wall.now.advanced(bySeconds: 3_600)))
        try await session.replaceTokens(with: newer)
        bench.service.turnstile.open("refresh")
        #expect(try await answer == "access-0")
        #expect(try await session.readTokens().refreshText == "from-elsewhere")
    }

    @Test("A refused refresh token that is the current one ends the session, with that reason")
    func refused() async throws {
        let bench = try RefreshBench()
        let session = try await bench.signIn()
        bench.wall.advance(bySeconds: 4_000)
        bench.service.fault(.refuses(.unauthorized))
        await #expect(throws: AuthError.self) { try await bench.request() }
        guard case .signedOut(.refreshRefused) = bench.coordinator.state else {
            Issue.record("\(bench.coordinator.state)")
            return
        }
        #expect(try bench.vault.hasRecords(of: session.account) == false)
    }

    @Test("S16: after a refresh that was cut off, a token that the server calls spent is not spent again")
    func doubtSpent() async throws {
        let bench = try RefreshBench(introspects: true)
        let session = try await bench.signIn()
        bench.wall.advance(bySeconds: 3_550)
        bench.service.fault(.losesAnswer)
        // The answer was lost, and the old token still serves.
        #expect(try await bench.request() == "access-0")
        bench.wall.advance(bySeconds: 40)
        #expect(try await bench.request() == "access-0")
        #expect(bench.service.refreshes == 1 && bench.service.introspections == 1)
        #expect(try bench.events.contains("refresh-in-doubt"))
        bench.wall.advance(bySeconds: 60)
        await #expect(throws: AuthError.self) { try await bench.request() }
        guard case .signedOut(.refreshLost) = bench.coordinator.state else {
            Issue.record("\(bench.coordinator.state)")
            return
        }
        #expect(bench.service.refreshes == 1 && bench.service.revokedFamilies == 0)
        #expect(try bench.vault.hasRecords(of: session.account) == false)
    }

    @Test("S16: one that the server calls unspent is spent then, and nobody notices")
    func doubtUnspent() async throws {
        let bench = try RefreshBench(introspects: true)
        try bench.beginAndDie(try await bench.signIn())
        bench.wall.advance(bySeconds: 4_000)
        let restarted = bench.other()
        _ = try await restarted.restore()
        #expect(try await bench.request(restarted) == "access-2")
        #expect(bench.service.introspections == 1 && bench.service.refreshes == 1)
        bench.wall.advance(bySeconds: 4_000)
        #expect(try await bench.request(restarted) == "access-4")
        #expect(bench.service.introspections == 1)
    }

    @Test("S16: where the server can't be asked, a token in doubt is only spent when nothing else is left")
    func doubtUnknown() async throws {
        let bench = try RefreshBench()
        try bench.beginAndDie(try await bench.signIn())
        bench.wall.advance(bySeconds: 3_550)
        #expect(try await bench.request() == "access-0")
        #expect(bench.service.refreshes == 0)
        bench.wall.advance(bySeconds: 600)
        #expect(try await bench.request() == "access-2")
        #expect(bench.service.refreshes == 1 && bench.service.revokedFamilies == 0)
    }

    @Test(
        "S17: tokens that can't be written are used from memory, the state says so, and they are written when that works"
    )
    func unsaved() async throws {
        let bench = try RefreshBench()
        let session = try await bench.signIn()
        bench.wall.advance(bySeconds: 4_000)
        bench.store.fail(after: 1, with: VaultError(.noSpace))
        #expect(try await bench.request() == "access-2")
        guard case .unsaved(let error) = bench.coordinator.state else {
            Issue.record("\(bench.coordinator.state)")
            return
        }
        #expect(error.code == .noSpace)
        #expect(try await bench.request() == "access-2")
        #expect(try await text(of: session.readTokens().access) == "access-0")
        bench.store.fail(after: 0, with: nil)
        #expect(try await bench.request() == "access-2")
        #expect(try await text(of: session.readTokens().access) == "access-2")
        guard case .active = bench.coordinator.state else {
            Issue.record("\(bench.coordinator.state)")
            return
        }
        #expect(bench.service.refreshes == 1)
    }

    @Test(
        "S18: a new token that lives shorter than any margin is stored first, then used, and refreshed at its own pace")
    func short() async throws {
        let bench = try RefreshBench()
        let session = try await bench.signIn()
        bench.service.setLife(8)
        bench.wall.advance(bySeconds: 4_000)
        for _ in 1...5 { #expect(try await bench.request() == "access-2") }
        #expect(try await text(of: session.readTokens().access) == "access-2")
        bench.wall.advance(bySeconds: 7)
        #expect(try await bench.request() == "access-4")
        #expect(bench.service.refreshes == 2)
    }

    @Test(
        "S13: a clock that is set forward or back by a day costs one refresh at most, and never keeps a dead token",
        arguments: [86_400, -86_400, 3_600, -3_600] as [Int64])
    func skew(seconds: Int64) async throws {
        let bench = try RefreshBench()
        try await bench.signIn()
        bench.wall.advance(bySeconds: seconds)
        for _ in 1...10 { try await bench.request() }
        #expect(bench.service.refreshes <= 1)
        bench.service.killAccessTokens()
        for _ in 1...10 { try await bench.request() }
        #expect(bench.service.refreshes <= 2)
        #expect(bench.service.revokedFamilies == 0)
    }

    @Test("C6: a 401 with a refresh token is refreshed and asked once more; a second 401 ends the session")
    func refusedAccess() async throws {
        let bench = try RefreshBench()
        try await bench.signIn()
        bench.service.killAccessTokens()
        #expect(try await bench.request() == "access-2")
        let error = await #expect(throws: AuthError.self) {
            try await bench.coordinator.perform { (_) async throws(ServiceError) in throw ServiceError(.unauthorized) }
        }
        #expect(error?.service?.code == .unauthorized)
        guard case .signedOut(.refusedByServer) = bench.coordinator.state else {
            Issue.record("\(bench.coordinator.state)")
            return
        }
        #expect(bench.service.refreshes == 2)
    }

    @Test(
        "S15, S34: a server that fails at a refresh ends nothing, and is left alone for a while",
        arguments: [
            ServiceError.Code.serverFault, .unreachable, .timedOut, .tooManyRequests, .invalidAnswer, .untrusted,
        ])
    func failing(code: ServiceError.Code) async throws {
        let bench = try RefreshBench()
        try await bench.signIn()
        bench.wall.advance(bySeconds: 3_550)
        bench.service.fault(.refuses(code, retryAfter: 20))
        bench.service.fault(.refuses(code, retryAfter: 20))
        for _ in 1...5 { #expect(try await bench.request() == "access-0") }
        bench.wall.advance(bySeconds: 100)
        let error = await #expect(throws: AuthError.self) { try await bench.request() }
        #expect(error?.service?.code == code)
        guard case .active = bench.coordinator.state else {
            Issue.record("\(bench.coordinator.state)")
            return
        }
        bench.wall.advance(bySeconds: 30)
        #expect(try await bench.request() == "access-2")
    }

    @Test("S15, S34: a server that fails at the refresh after a 401 ends nothing")
    func failingAfterRefusal() async throws {
        for fault in [RotatingService.Fault.refuses(.serverFault), .refuses(.timedOut), .refuses(.tooManyRequests)] {
            let bench = try RefreshBench()
            let session = try await bench.signIn()
            bench.service.killAccessTokens()
            bench.service.fault(fault)
            await #expect(throws: AuthError.self) { try await bench.request() }
            #expect(try bench.vault.hasRecords(of: session.account))
            guard case .active = bench.coordinator.state else {
                Issue.record("\(bench.coordinator.state)")
                return
            }
            #expect(try await bench.request() == "access-2")
        }
    }

    @Test("S17: while tokens wait in memory, no refusal and no other process ends the session")
    func unsavedStays() async throws {
        let bench = try RefreshBench(introspects: true)
        let session = try await bench.signIn()
        bench.wall.advance(bySeconds: 4_000)
        bench.store.fail(after: 1, with: VaultError(.noSpace))
        #expect(try await bench.request() == "access-2")
        // To another process the token in the store is spent, and the lock is taken.
        #expect(try session.refresh.tryLock() == nil)
        bench.service.killAccessTokens()
        #expect(try await bench.request() == "access-4")
        #expect(try bench.vault.hasRecords(of: session.account))
        #expect(try session.refresh.tryLock() == nil)
        bench.store.fail(after: 0, with: nil)
        #expect(try await bench.request() == "access-4")
        #expect(try await text(of: session.readTokens().access) == "access-4")
        #expect(try session.refresh.tryLock() != nil)
    }

    @Test(
        "S16, V07: a refresh token of an older copy that was taken up is in doubt, and asked about before it is spent")
    func restoredCopy() async throws {
        let bench = try RefreshBench(introspects: true)
        try await bench.signIn()
        try bench.vault.transact { (transaction) throws(VaultError) in
            try transaction.note(JournalEvent.restoredForTests(try transaction.sequence))
        }
        bench.wall.advance(bySeconds: 4_000)
        #expect(try await bench.request() == "access-2")
        #expect(bench.service.introspections == 1)
        bench.wall.advance(bySeconds: 4_000)
        #expect(try await bench.request() == "access-4")
        #expect(bench.service.introspections == 1)
    }

    @Test("An end at the edge of time is no trap")
    func edges() async throws {
        for life in [Int64.min / 1_000, -1, 0, Int64.max / 1_000] {
            let bench = try RefreshBench()
            bench.service.setLife(life)
            try await bench.signIn()
            _ = try? await bench.request()
        }
    }

    @Test("S35: tokens that come after a sign-out are neither written nor left alive at the server")
    func signedOut() async throws {
        let bench = try RefreshBench()
        let session = try await bench.signIn()
        bench.wall.advance(bySeconds: 4_000)
        bench.service.turnstile.hold("refreshed")
        let answer = Task { try await bench.request() }
        await bench.service.turnstile.arrivals(of: "refreshed")
        async let report = bench.coordinator.signOut()
        while try bench.vault.hasRecords(of: session.account) { await Task.yield() }
        bench.service.turnstile.open("refreshed")
        await #expect(throws: AuthError.self) { _ = try await answer.value }
        _ = await report
        #expect(try await bench.vault.sessions().isEmpty)
        #expect(bench.service.liveTokens.isEmpty, "\(bench.service.liveTokens)")
    }

    @Test("B8: a restored session whose token has ended is refreshed before it is confirmed")
    func restored() async throws {
        let bench = try RefreshBench()
        try await bench.signIn()
        bench.wall.advance(bySeconds: 4_000)
        bench.service.killAccessTokens()
        let restarted = bench.other()
        #expect(try await restarted.restore() != nil)
        _ = try await restarted.confirm()
        guard case .active = restarted.state else {
            Issue.record("\(restarted.state)")
            return
        }
        #expect(bench.service.refreshes == 1)
    }

    @Test("S04: a token of which the server said no end is refreshed when it is refused, and not before")
    func unknownExpiry() async throws {
        let bench = try RefreshBench()
        bench.service.setLife(nil)
        try await bench.signIn()
        bench.wall.advance(bySeconds: 10_000_000)
        #expect(try await bench.request() == "access-0")
        bench.service.killAccessTokens()
        #expect(try await bench.request() == "access-2")
    }
}

extension JournalEvent {
    fileprivate static func restoredForTests(_ sequence: UInt64) -> JournalEvent {
        JournalEvent(.restored, number: sequence)
    }
}

import Foundation
import Sealing
import SessionVault
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct InterleavingTests {
    private static let interplays = [
        Interplay(.nobody, .signIn("anna"), .signIn("bert"), .signOut),
        Interplay(.nobody, .signInAndCancel("anna"), .signIn("bert"), .signOut),
        Interplay(.nobody, .signInAndCancel("carl"), .signIn("anna"), .signOut),
        Interplay(.nobody, .signIn("anna"), .signOut, .signIn("anna"), .signOut),
        Interplay(.active, .signIn("bert"), .signOut, .signIn("anna"), .request),
        Interplay(.provisional, .confirm, .signIn("bert"), .signOut, .confirm),
        Interplay(.provisional, .confirm, .signInAndCancel("bert"), .restore, .signOut),
        Interplay(.due, .request, .signIn("bert"), .signOut, .request),
        Interplay(.over, .request, .signIn("anna"), .request, .signOut),
    ]

    /// How many orders of each interplay are tried: of all nine together, 10,800 where every job is a choice.
    private static let limit =
        ProcessInfo.processInfo.environment["SESSIONVAULT_ORDERS"].flatMap { Int($0) } ?? 1_200

    @Test(
        "C5 D3 S11 S21 S35: in no order of steps does an account's state show under another, or a session outlive its sign-out",
        arguments: interplays, [StepScheduler.Grain.answers, .jobs])
    func orders(interplay: Interplay, grain: StepScheduler.Grain) async throws {
        let search =
            grain == .jobs
            ? Interleavings(departures: 3, limit: Self.limit) : Interleavings(departures: 6, limit: Self.limit / 6)
        let (count, failure) = try await OffPool.run {
            try TemporaryDirectory.with { folder in
                try KeyFile.create(at: folder.path("key"))
                return try search.explore { prefix in
                    try InterplayRun(interplay, key: folder.path("key")).run(by: grain, prefix)
                }
            }
        }
        #expect(failure?.fault == nil, "SESSIONVAULT_ORDER=\(failure?.order ?? "")")
        if grain == .jobs, failure == nil, Interleavings.orderToRepeat == nil { #expect(count == Self.limit) }
    }
}

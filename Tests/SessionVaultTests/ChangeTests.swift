import Foundation
import Sealing
import Synchronization
import TestSupport
import Testing

@testable import SessionVault

@Suite("Change observation")
struct ChangeTests {
    let place: VaultFolder

    init() throws { place = try VaultFolder() }

    @Test("A write of this process is told at once")
    func own() async throws {
        let vault = try await place.createOffPool()
        var changes = vault.observeChanges().makeAsyncIterator()
        try await vault.secrets.set(SecretBytes(utf8: "x"), for: SecretName(service: "s"))
        #expect(await changes.next() == VaultChange(isForeign: false))
    }

    @Test("Another process's write is told, and looked for no more than four times a second")
    func foreign() async throws {
        let vault = try await place.createOffPool()
        let clock = ManualClock()
        let stream = vault.observeChanges(clock: clock)
        let first = Task {
            var changes = stream.makeAsyncIterator()
            return await changes.next()
        }
        let path = place.path
        let words = try await OffPool.run { try ChildProcess("sign-in", path, "other", "1").wait() }
        #expect(words == ["other-1"])
        await clock.sleepers(1)
        clock.advance(by: .milliseconds(250))
        #expect(await first.value == VaultChange(isForeign: true))
        #expect(clock.requests.allSatisfy { $0 == .milliseconds(250) })
    }

    @Test(
        "Changes that nobody takes are told as one, and nothing is looked for when nobody observes",
        .timeLimit(.minutes(10)))
    func coalesced() async throws {
        let vault = try await place.createOffPool()
        let clock = ManualClock()
        do {
            var changes = vault.observeChanges(clock: clock).makeAsyncIterator()
            for number in 1...20 {
                try await vault.secrets.set(SecretBytes(utf8: "\(number)"), for: SecretName(service: "s"))
            }
            #expect(await changes.next() != nil)
            await clock.sleepers(1)
        }
        while clock.longestSleep > .zero { await Task.yield() }
        #expect(vault.isUnlocked)
    }

    @Test("The stream ends when the vault goes")
    func ends() async throws {
        var vault: Vault? = try await place.createOffPool()
        var changes = try #require(vault).observeChanges(clock: ManualClock()).makeAsyncIterator()
        vault = nil
        #expect(await changes.next() == nil)
    }
}

@Suite("Asynchronous calls")
struct AsyncTests {
    @Test("Every asynchronous call does what the synchronous one does, on the vault's own queue")
    func twins() async throws {
        let place = try VaultFolder()
        let vault = try await Vault.create(at: place.path, unlockingWith: place.source)
        let name = SecretName(service: "s", account: "a")
        try await vault.secrets.set(SecretBytes(utf8: "value"), for: name)
        #expect(try await vault.secrets.value(for: name).map { $0.text } == "value")
        #expect(try await vault.secrets.names() == [name])
        let answer = try VaultFolder.answer("42")
        let admission = try VaultFolder.gate.admit(answer, in: vault.beginAttempt(via: .emailCode))
        let session = try await vault.admit(admission, storing: answer)
        try await session.replaceTokens(with: TokenSet(access: SecretBytes(utf8: "next")))
        #expect(try await session.readTokens().access.text == "next")
        #expect(try await session.readUser().map { $0.json.text } == #"{"id":"42"}"#)
        #expect(try await session.readDeviceCode().map { $0.code.text } == "device-of-42")
        #expect(try await session.accessToken.copy().text == "next")
        try await session.setDeviceCode(nil)
        try await session.setNotification(NotificationIdentity(token: SecretBytes(utf8: "p"), app: "app"))
        #expect(try await session.readNotification().map { $0.token.text } == "p")
        let again = try await Vault.open(at: place.path, unlockingWith: place.source)
        let found = try #require(try await again.sessions().first)
        #expect(try await again.restore(found.account)?.account == found.account)
        let profile = try VaultFolder.profile("42", json: "{}")
        let confirmation = try VaultFolder.gate.admit(profile, in: again.beginConfirmation(of: found))
        let confirmed = try await again.confirm(found, by: confirmation, storing: profile)
        #expect(try await confirmed.readUser().map { $0.json.text } == "{}")
        #expect(try await again.verify().isIntact)
        #expect(try await again.inspect().isIntact)
        try await confirmed.remove()
        try await again.remove(found.account)
        try await again.removeAllSessions()
        #expect(try await vault.secrets.remove(name))
        try await vault.secrets.removeAll()
        again.lock()
        try await again.unlock(with: place.source)
        #expect(try await again.sessions().isEmpty)
    }

    @Test("A hundred tasks on as many vault calls neither block Swift's pool nor lose one")
    func many() async throws {
        let place = try VaultFolder()
        let vault = try await Vault.create(at: place.path, unlockingWith: place.source)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...100 {
                group.addTask {
                    try await vault.secrets.set(SecretBytes(utf8: "v"), for: SecretName(service: "\(number)"))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await vault.secrets.names().count == 100)
    }
}

extension VaultFolder {
    func createOffPool() async throws -> Vault { try await Vault.create(at: path, unlockingWith: source) }
}

import OrderingClient
import Sealing
import SessionAuth
import SessionVault
import TestSupport
import Testing

@Suite struct TokenCopiesTests {
    @Test("a token that came with a sign-in stands once in memory, and not at all when the answer is gone")
    func copies() async throws {
        let project = try await Project.start()
        var answer: SignInAnswer? = try await project.client.signIn(with: Person.password())
        let masked = try mask(answer)
        let whileHeld = try await ProcessMemory.count(of: masked)
        answer = nil
        let afterwards = try await ProcessMemory.count(of: masked)
        #expect(whileHeld == 1)
        #expect(afterwards == 0)
    }

    @Test("a password that was sent is gone from memory after the sign-in")
    func password() async throws {
        let project = try await Project.start()
        let letters = secret(String((0..<32).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement() ?? "a" }))
        let masked = MaskedBytes(letters)
        _ = await project.client.refusal(of: .email(Person.address(41), password: letters))
        #expect(try await ProcessMemory.count(of: masked) == 0)
    }

    private func mask(_ answer: borrowing SignInAnswer?) throws -> MaskedBytes {
        switch answer {
        case .some(let answer): return MaskedBytes(answer.tokens.access)
        case .none: throw Missing()
        }
    }
}

import FoundationEssentials
import Sealing
import TestSupport
import Testing

/// One case of the shared file of test vectors for XChaCha20-Poly1305, in the AEAD schema of Project Wycheproof.
struct AEADCase: Decodable, Sendable, CustomTestStringConvertible {
    enum Outcome: String, Decodable, Sendable {
        case valid
        case invalid
    }

    let tcId: Int
    let comment: String
    let flags: [String]
    let key: String
    let iv: String
    let aad: String
    let msg: String
    let ct: String
    let tag: String
    let result: Outcome

    var testDescription: String { "case \(tcId)" }

    static let file = "vectors/xchacha20_poly1305_test.json"
    static let isThere = SharedData.path(file) != nil

    /// All cases, or none where the file is absent.
    static func all() throws -> [AEADCase] {
        struct Group: Decodable {
            let tests: [AEADCase]
        }
        struct File: Decodable {
            let testGroups: [Group]
        }
        guard let content = try SharedData.content(file) else { return [] }
        return try JSONDecoder().decode(File.self, from: content).testGroups.flatMap(\.tests)
    }
}

@Suite("AEAD, shared test vectors", .enabled(if: AEADCase.isThere, "the shared file \(AEADCase.file) is absent"))
struct XChaChaVectorsTests {
    @Test("the file has its 315 cases: 246 valid, 60 with another tag, 9 with another size of nonce")
    func countOfCases() throws {
        let cases = try AEADCase.all()
        #expect(cases.count == 315)
        #expect(Set(cases.map(\.tcId)).count == 315)
        #expect(cases.filter { $0.result == .valid }.count == 246)
        #expect(cases.filter { $0.flags == ["ModifiedTag"] }.count == 60)
        #expect(cases.filter { $0.flags == ["InvalidNonceSize"] }.count == 9)
    }

    @Test("a valid case opens and seals to the same bytes, an invalid one is refused", arguments: try AEADCase.all())
    func vector(_ vector: AEADCase) throws {
        let nonceBytes = try [UInt8](hex: vector.iv)
        guard let nonce = AEAD.Nonce(nonceBytes) else {
            #expect(vector.flags == ["InvalidNonceSize"])
            return
        }
        let key = try key([UInt8](hex: vector.key))
        let context = try [UInt8](hex: vector.aad)
        let message = try [UInt8](hex: vector.msg)
        let sealed = try nonceBytes + [UInt8](hex: vector.ct) + [UInt8](hex: vector.tag)
        switch vector.result {
        case .valid:
            #expect(try AEAD.open(sealed, context: context, with: key) == message)
            #expect(AEAD.isAuthentic(sealed, context: context, with: key) == true)
            #expect(AEAD.seal(message, context: context, with: key, nonce: nonce) == sealed)
        case .invalid:
            #expect(throws: AEAD.Failure.notAuthentic) { try AEAD.open(sealed, context: context, with: key) }
            #expect(AEAD.isAuthentic(sealed, context: context, with: key) == false)
        }
    }
}

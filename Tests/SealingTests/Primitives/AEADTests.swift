import Sealing
import TestSupport
import Testing

@Suite("AEAD")
struct AEADTests {
    private let message = Array("message".utf8)
    private let context = Array("context".utf8)

    @Test("the draft's own vector (draft-irtf-cfrg-xchacha-03, A.3.1) comes out byte for byte")
    func draftVector() throws {
        let message = Array(
            """
            Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen \
            would be it.
            """.utf8)
        let context = try [UInt8](hex: "50515253c0c1c2c3c4c5c6c7")
        let nonce = try [UInt8](hex: "404142434445464748494a4b4c4d4e4f5051525354555657")
        let ciphertext = try [UInt8](
            hex: """
                bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb
                731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b452
                2f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9
                21f9664c97637da9768812f615c68b13b52e
                """)
        let tag = try [UInt8](hex: "c0875924c1c7987947deafd8780acf49")
        let key = try key(Array(0x80...0x9f))

        let sealed = AEAD.seal(message, context: context, with: key, nonce: AEAD.Nonce(nonce))
        #expect(sealed == nonce + ciphertext + tag)
        #expect(try AEAD.open(sealed, context: context, with: key) == message)
    }

    @Test("nonces that are drawn together are all different, and each is used once")
    func noncesDrawnTogether() {
        let key = SymmetricKey.random()
        var seen: Set<[UInt8]> = []
        for _ in 0..<100 {
            var nonces = FreshNonces()
            for _ in 0..<2 {
                let sealed = unsafe AEAD.seal(
                    message.span.bytes, authenticating: ByteWriter(), with: key, nonceFrom: &nonces)
                seen.insert(Array(sealed.prefix(AEAD.nonceSize)))
            }
        }
        #expect(seen.count == 200)
    }

    @Test("what is sealed opens again", arguments: [0, 1, 47, 48, 49, 1_024, 4_080, 4_081, 65_536, 1_048_577])
    func roundTrip(size: Int) throws {
        let key = SymmetricKey.random()
        let message = RandomBytes.make(count: size)
        let context = RandomBytes.make(count: size % 100)
        let sealed = AEAD.seal(message, context: context, with: key)
        #expect(sealed.count == size + AEAD.overhead)
        #expect(try AEAD.open(sealed, context: context, with: key) == message)
    }

    @Test("a change of any one bit of the sealed message is refused")
    func everyBitCounts() {
        let key = SymmetricKey.random()
        let sealed = AEAD.seal(message, context: context, with: key)
        for bit in 0..<(sealed.count * 8) {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: AEAD.Failure.notAuthentic) { try AEAD.open(changed, context: context, with: key) }
        }
    }

    @Test(
        "the check without deciphering agrees with opening: for a change of any one bit, another context or key, or a cut"
    )
    func isAuthentic() {
        let key = SymmetricKey.random()
        let sealed = AEAD.seal(message, context: context, with: key)
        #expect(AEAD.isAuthentic(sealed, context: context, with: key) == true)
        for bit in 0..<(sealed.count * 8) {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(AEAD.isAuthentic(changed, context: context, with: key) == false)
        }
        for count in 0..<sealed.count {
            #expect(AEAD.isAuthentic(Array(sealed.prefix(count)), context: context, with: key) == false)
        }
        #expect(AEAD.isAuthentic(sealed, context: context, with: .random()) == false)
        #expect(AEAD.isAuthentic(sealed, context: [], with: key) == false)
    }

    @Test("another key is refused")
    func otherKey() {
        let sealed = AEAD.seal(message, context: context, with: .random())
        #expect(throws: AEAD.Failure.notAuthentic) { try AEAD.open(sealed, context: context, with: .random()) }
    }

    @Test(
        "associated data that were changed, cut, lengthened or left out are refused",
        arguments: ["Context", "contex", "context ", ""])
    func otherContext(other: String) {
        let key = SymmetricKey.random()
        let sealed = AEAD.seal(message, context: context, with: key)
        #expect(throws: AEAD.Failure.notAuthentic) { try AEAD.open(sealed, context: Array(other.utf8), with: key) }
    }

    @Test("less than a nonce and a tag is too short, whatever its bytes", arguments: 0..<AEAD.overhead)
    func tooShort(size: Int) {
        let bytes = [UInt8](repeating: 0, count: size)
        #expect(throws: AEAD.Failure.tooShort) { try AEAD.open(bytes, with: .random()) }
    }

    @Test("a message cut at any place is refused")
    func cut() {
        let key = SymmetricKey.random()
        let sealed = AEAD.seal(message, with: key)
        for size in sealed.indices {
            #expect(throws: AEAD.Failure.self) { try AEAD.open(Array(sealed.prefix(size)), with: key) }
        }
    }

    @Test("each message gets a nonce of its own")
    func freshNonces() {
        let key = SymmetricKey.random()
        let nonces = (0..<1_000).map { _ in Array(AEAD.seal(message, with: key).prefix(AEAD.nonceSize)) }
        #expect(Set(nonces).count == nonces.count)
    }

    @Test("a key of other than 32 bytes can't be expressed", arguments: [0, 1, 16, 31, 33, 64])
    func keySize(size: Int) {
        let isKey = SymmetricKey(SecretBytes.random(count: size)) != nil
        #expect(!isKey)
    }

    @Test("a nonce of other than 24 bytes can't be expressed", arguments: [0, 8, 12, 23, 25, 32])
    func nonceSize(size: Int) {
        #expect(AEAD.Nonce(RandomBytes.make(count: size)) == nil)
    }
}

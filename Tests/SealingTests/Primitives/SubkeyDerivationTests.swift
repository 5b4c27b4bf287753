import Sealing
import TestSupport
import Testing

// By libsodium's definition a subkey is a keyed BLAKE2b of nothing, whose salt is the number and whose person is the
// context; Python's implementation has both:
// ```
// python3 -c 'import hashlib, struct, sys; n, context = int(sys.argv[1]), sys.argv[2].encode()
// print(hashlib.blake2b(b"", digest_size=32, key=bytes(range(32)), salt=struct.pack("<Q", n) + bytes(8),
//                       person=context + bytes(8)).hexdigest())' 1 SVROOT1_
// ```
@Suite("Subkeys")
struct SubkeyDerivationTests {
    @Test("subkey 32 is the one that libsodium publishes in its own tests")
    func published() throws {
        let subkey = SubkeyDerivation.derive(32, of: try root(), in: .init("KDF test"))
        #expect(exposed(subkey.bytes).hex == "154b291f11196737f8b7f491e4ca11764e0227d34f94295408a869f007aa8618")
    }

    @Test(
        "subkeys equal those of an independent implementation, over the whole range of numbers",
        arguments: [
            (0x01, "767b95ff748a854ac6baef478e99e60f49fa5036be7ac0dfbe57ca0e1090f904"),
            (0xff, "20515619646374f3481ce7795a70d46cd8db195e4918e77b61abc4263cf74250"),
            (0x100, "60d767deb7c67936695aa80289fd863e7aeae426c9fc0f6db3b01f8db1579921"),
            (0x1_0000_0000, "03eb7fbbaed3bd64c78e87a9a5b3ea28a4e0c3800ae5d2c8d0c79296eb263314"),
            (0x0102_0304_0506_0708, "1fc63bc062f4985b72624192a1dbfa83011c2e0e4f2ad290cba3e7e057a66da0"),
            (UInt64.max, "2834d8fe43c9c3d171762e71a02fea8e87c9e120d6af07b0406342dd5ea4c7b5"),
        ] as [(UInt64, String)])
    func independent(number: UInt64, expected: String) throws {
        let subkey = SubkeyDerivation.derive(number, of: try root(), in: .init("SVROOT1_"))
        #expect(exposed(subkey.bytes).hex == expected)
    }

    @Test("another context gives another key for the same number")
    func contexts() throws {
        let one = SubkeyDerivation.derive(1, of: try root(), in: .init("KDF test"))
        #expect(exposed(one.bytes).hex == "13fea52bb8cba063f3ed93de27ed07e06d8c6367474e6ae4c9282913ac3c3a03")
        let other = SubkeyDerivation.derive(1, of: try root(), in: .init("KDF tesT"))
        #expect(exposed(other.bytes) != exposed(one.bytes))
    }

    @Test("a context of other than eight bytes is refused at once")
    func contextSize() async {
        await #expect(processExitsWith: .failure) { _ = SubkeyDerivation.Context("seven77") }
        await #expect(processExitsWith: .failure) { _ = SubkeyDerivation.Context("nine99999") }
    }

    private func root() throws -> SymmetricKey {
        try key(Array(0..<32))
    }
}

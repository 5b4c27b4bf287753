import Sealing
import TestSupport
import Testing

// The keyed vectors come from an independent implementation, Python's:
// ```
// python3 -c 'import hashlib, sys; n, size = map(int, sys.argv[1:])
// print(hashlib.blake2b(bytes(i % 251 for i in range(n)), key=bytes(range(32)), digest_size=size).hexdigest())' 127 48
// ```
@Suite("BLAKE2b")
struct KeyedHashTests {
    @Test("the digest of \"abc\" is that of RFC 7693, appendix A")
    func published() throws {
        let digest = KeyedHash.digest(of: Array("abc".utf8), size: 64)
        #expect(
            digest.hex == """
                ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1\
                7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923
                """)
    }

    @Test(
        "keyed digests of several sizes equal those of an independent implementation",
        arguments: [
            (0, "3daf97bce7888fd59773c66bf647459c"),
            (1, "31e3d9d54e72d80b2b3bd76b827a1dfb562f794c"),
            (3, "e14fc9161564dd081204f2dd6146a9ffbef66f95d5dc80e0a225e213c09dad7b"),
            (127, "7238400637bd53c48492dd9ab08152492d926b950a742d544202caf381ce9d0a4091beb0d9ecd1201ed7de7c8c68e395"),
            (129, "58236816d6ee36872169771ed3c8d2630e"),
            (
                255,
                """
                16f1a47bcb41967d7d801589b66cf6079d922ddca8af3194fb619fb981a0c87b\
                f986c72db46445dd19bff56aa5ac83a6fd6c41e8e377b70b691161f9a6d79e93
                """
            ),
            (1_000, "bf9c0d3a2590251349ad634ad07f03958d0be63d5f9533daf62752de734b2c76"),
        ])
    func keyed(length: Int, expected: String) throws {
        let key = try key(Array(0..<32))
        let digest = KeyedHash.digest(of: Self.input(length), key: key, size: expected.utf8.count / 2)
        #expect(digest.hex == expected)
        if digest.count == 32 {
            let derived = secret(Self.input(length)).withExposedBytes { KeyedHash.derive($0, key: key) }
            #expect(exposed(derived.bytes) == digest)
        }
    }

    /// In Python the expected values are the `blake2b` of the 14,749 digests one after another.
    @Test(
        "digests of all sizes from 16 to 64 over inputs of 0 to 300 bytes equal an independent implementation's",
        arguments: [
            (
                true,
                """
                c1127a6250130fbf7ee68a8811637d893edab110fa8d512c6b0fea54710b3004\
                e4375dd132560537d21ca2a956c1943c120dea7766bf634a0313ed86eae1e049
                """
            ),
            (
                false,
                """
                21d154bece8e90c8cbf86220beaf4158ccd2dbaec4547130a5b43f687be55d4b\
                d40b07032ff084da872c565eac8c8d3b27bf508f510970fee0a8f5ff0da73242
                """
            ),
        ])
    func allSizes(isKeyed: Bool, expected: String) throws {
        let key = try key(Array(0..<32))
        let inputs = (0...300).map(Self.input)
        var digests: [UInt8] = []
        for size in 16...64 {
            for input in inputs {
                digests +=
                    isKeyed
                    ? KeyedHash.digest(of: input, key: key, size: size)
                    : KeyedHash.digest(of: input, size: size)
            }
        }
        #expect(KeyedHash.digest(of: digests, size: 64).hex == expected)
    }

    @Test("a key from bytes of any length is their digest without a key")
    func keyOfBytes() {
        let input = Self.input(77)
        let key = secret(input).withExposedBytes { KeyedHash.key(of: $0) }
        #expect(exposed(key.bytes) == KeyedHash.digest(of: input))
    }

    @Test("a digest that is too short to bind anything, or longer than BLAKE2b makes, can't be had")
    func sizeBounds() async {
        await #expect(processExitsWith: .failure) { _ = KeyedHash.digest(of: [], size: 15) }
        await #expect(processExitsWith: .failure) { _ = KeyedHash.digest(of: [], size: 65) }
    }

    private static func input(_ length: Int) -> [UInt8] {
        (0..<length).map { UInt8($0 % 251) }
    }
}

import Sealing
import TestSupport
import Testing

// The expected keys come from the reference implementation, Debian's `argon2`:
// ```
// printf %s 'correct horse battery staple' | argon2 'sixteen byte slt' -id -t 3 -k 8192 -p 1 -l 32 -r
// ```
// The vectors of RFC 9106 and of libsodium's own tests have other lanes, sizes or less memory than a slot may ask for.
// That command takes neither an empty nor a very long passphrase; for these its library was called.
@Suite("Argon2id")
struct PasswordHashTests {
    struct Vector: Sendable {
        var passphrase = "correct horse battery staple"
        var salt = "sixteen byte slt"
        let passes: UInt32
        let memoryKiB: UInt32
        let key: String
    }

    @Test(
        "keys equal those of the reference implementation",
        arguments: [
            Vector(
                passes: 1, memoryKiB: 8_192, key: "44b04464aec5ab8a50c7d2e19d3ed362c5fe1cd7587efa38b14933244231a8e6"),
            Vector(
                passes: 3, memoryKiB: 8_192, key: "85d3dc40ec4c0a5533a8d5a20582adafa10043d350605d01225f989ce613afe7"),
            Vector(
                passes: 5, memoryKiB: 9_001, key: "3398c9f989e811408581a20839c4eb4da400418e77e8e2e207dbe4af17807b5a"),
            Vector(
                passes: 64, memoryKiB: 8_192, key: "864e514ca1da3f2110246eb081359f7e3bd784a1abd3c536ea9903f6fa3a2354"),
            Vector(
                passes: 2, memoryKiB: 65_536, key: "0e1d781305497712f1dc44baadd5d592fc39c7223ac52575fae8c37d80b06535"),
            Vector(
                passphrase: "pässwörd ☃", salt: "0123456789abcdef", passes: 2, memoryKiB: 8_192,
                key: "4b37a83cf1c8820052e8a02358191323e88c14926b201dc55fdbbae7bf88255d"),
            Vector(
                passphrase: "a\0b", salt: "0123456789abcdef", passes: 1, memoryKiB: 8_192,
                key: "6a532f55a89a181031c6ea9f45182aac1880c97023ea5cd728df411c44aea32a"),
            Vector(
                passphrase: "", passes: 1, memoryKiB: 8_192,
                key: "aef9397d82f0bde4a74ae24c33630db0d1f3444b91c66b4dc7e201b74e0b84aa"),
            Vector(
                passphrase: String(repeating: "p", count: 5_000), passes: 1, memoryKiB: 8_192,
                key: "df4f34b5bd38989aeb1c52e1aaed1c11f00be64c71072be6488bb6b1e5e1d992"),
        ])
    func reference(vector: Vector) throws {
        let cost = try #require(PasswordHash.Cost(passes: vector.passes, memoryKiB: vector.memoryKiB))
        #expect(try Self.derive(vector, cost).hex == vector.key)
    }

    @Test("the default is 3 passes over 256 MiB")
    func moderate() throws {
        let vector = Vector(
            passes: 3, memoryKiB: 262_144, key: "78a6bd386015d90257e6e2c69c7c37f48357b9df537b84d27b0dd1a48911cacd")
        #expect(try Self.derive(vector, .moderate).hex == vector.key)
    }

    @Test("the weakest is 3 passes over 8 MiB")
    func weakest() {
        #expect(PasswordHash.Cost.weakest == PasswordHash.Cost(passes: 3, memoryKiB: 8_192))
    }

    @Test(
        "V23: a cost outside the bounds is refused before any work",
        arguments: [
            (0, 8_192), (65, 8_192), (UInt32.max, 8_192), (3, 0), (3, 8_191), (3, 16_777_217), (3, UInt32.max),
        ] as [(UInt32, UInt32)])
    func bounds(passes: UInt32, memoryKiB: UInt32) {
        #expect(PasswordHash.Cost(passes: passes, memoryKiB: memoryKiB) == nil)
    }

    @Test("the bounds themselves are accepted", arguments: [(1, 8_192), (64, 16_777_216)] as [(UInt32, UInt32)])
    func atBounds(passes: UInt32, memoryKiB: UInt32) {
        #expect(PasswordHash.Cost(passes: passes, memoryKiB: memoryKiB) != nil)
    }

    @Test("memory that the system refuses is an error, and no trap")
    func outOfMemory() async {
        await #expect(processExitsWith: .success) {
            try ProcessLimits.limitAddressSpace(toFurther: 128 << 20)
            let vector = Vector(passes: 1, memoryKiB: 262_144, key: "")
            #expect(throws: PasswordHash.OutOfMemory.self) { try Self.derive(vector, .moderate) }
        }
    }

    private static func derive(_ vector: Vector, _ cost: PasswordHash.Cost) throws -> [UInt8] {
        let passphrase = secret(vector.passphrase)
        let key = try passphrase.withExposedBytes { passphrase in
            try PasswordHash.derive(passphrase, salt: Array(vector.salt.utf8), cost: cost)
        }
        return exposed(key.bytes)
    }
}

import Sealing
import Testing

@testable import SafeLogging

@Suite("Fingerprints") final class FingerprintTests {
    let key = FingerprintKey(.random())

    func fingerprint(_ secret: [UInt8]) -> SecretFingerprint? {
        secret.scan { SecretFingerprint(of: $0, key: key) }
    }

    @Test(
        "Short and plain values are not covered",
        arguments: [
            (15, 15, false), (16, 16, true), (16, 8, true), (16, 7, false), (400, 7, false), (65_536, 200, true),
            (65_537, 200, false),
        ])
    func coversByEntropy(count: Int, different: Int, isCovered: Bool) {
        let secret = (0..<count).map { UInt8($0 % different + 33) }
        #expect((fingerprint(secret) != nil) == isCovered)
    }

    @Test(
        "What is written is read back, and every other version is refused",
        arguments: [Array(Sample.opaque.utf8), Sample.binary, Array(Sample.token.utf8)])
    func roundTrips(secret: [UInt8]) throws {
        let made = try #require(fingerprint(secret))
        let bytes = made.encode()
        #expect(bytes.count == 2 + 101 * made.forms.count)
        let read = try bytes.scan { try SecretFingerprint(decoding: $0) }
        #expect(read == made)
        for version: UInt8 in [0, 2, 255] {
            #expect(throws: SecretFingerprint.Malformed.self) {
                try ([version] + bytes.dropFirst()).scan { try SecretFingerprint(decoding: $0) }
            }
        }
    }

    @Test("Cut, lengthened or changed bytes are refused or read as what they say, and never trap") func survivesFuzz()
        throws
    {
        let bytes = try #require(fingerprint(Array(Sample.opaque.utf8))).encode()
        for count in 0..<bytes.count {
            #expect(throws: SecretFingerprint.Malformed.self) {
                try Array(bytes[..<count]).scan { try SecretFingerprint(decoding: $0) }
            }
        }
        #expect(throws: SecretFingerprint.Malformed.self) {
            try (bytes + [0]).scan { try SecretFingerprint(decoding: $0) }
        }
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3_000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4) {
                changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            guard let read = try? changed.scan({ try SecretFingerprint(decoding: $0) }) else { continue }
            #expect(read.encode() == changed)
            let index = FingerprintIndex([read], key: key)
            Array(Sample.opaque.utf8).scan { index.scan($0) { _ in } }
        }
    }

    @Test("The bytes are the ones that the format lays down") func matchesFormat() throws {
        guard let root = SymmetricKey(Sample.secret([UInt8](repeating: 7, count: 32))) else {
            Issue.record("a key has 32 bytes")
            return
        }
        let key = FingerprintKey(root)
        let secret = Array("0123456789abcdefghij".utf8)
        let bytes = try #require(secret.scan { SecretFingerprint(of: $0, key: key) }).encode()
        let context = SubkeyDerivation.Context("SVPRINT1")
        let numbers = SubkeyDerivation.derive(1, of: root, in: context).bytes.withExposedBytes { [UInt8](copying: $0) }
        func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        func hash(_ window: ArraySlice<UInt8>) -> UInt64 {
            var x = (number(window) ^ number(numbers[..<8])) &* (number(numbers[8..<16]) | 1)
            x ^= x >> 32
            return (x &* (number(numbers[16..<24]) | 1)) >> 32
        }
        #expect(bytes[0] == 1 && bytes[2] == 1 && number(bytes[3..<7]) == 20)
        for offset in 0..<8 {
            #expect(number(bytes[(7 + 4 * offset)...].prefix(4)) == hash(secret[offset..<(offset + 8)]))
            #expect(number(bytes[(39 + 4 * offset)...].prefix(4)) == hash(secret[(12 - offset)..<(20 - offset)]))
        }
        let confirmKey = SubkeyDerivation.derive(2, of: root, in: context)
        func confirm(_ message: [UInt8]) -> [UInt8] { message.scan { KeyedHash.digest($0, key: confirmKey, size: 16) } }
        #expect(Array(bytes[71..<79]) == Array(confirm([1] + secret[..<16])[..<8]))
        #expect(Array(bytes[79..<87]) == Array(confirm([2] + secret[4...])[..<8]))
        #expect(Array(bytes[87..<103]) == confirm([3] + secret))
    }

    @Test("A fingerprint holds no eight bytes of any form of its secret") func holdsNoPlaintext() throws {
        let bytes = try #require(fingerprint(Array(Sample.opaque.utf8))).encode()
        for form in SecretForm.allCases {
            let encoded = form.bytes(of: Array(Sample.opaque.utf8)) ?? []
            for start in 0..<(encoded.count - 8) { #expect(!bytes.contains(Array(encoded[start..<(start + 8)]))) }
        }
    }

    @Test("Another key gives another fingerprint") func dependsOnKey() throws {
        let other = FingerprintKey(.random())
        let secret = Array(Sample.opaque.utf8)
        let mine = try #require(fingerprint(secret))
        let theirs = try #require(secret.scan { SecretFingerprint(of: $0, key: other) })
        #expect(Set(mine.forms.flatMap(\.headWindows)).isDisjoint(with: theirs.forms.flatMap(\.headWindows)))
        #expect(mine.forms[0].whole != theirs.forms[0].whole)
    }

    @Test("Windows that differ in one bit collide no more often than chance has it, whatever the key")
    func rarelyCollides() {
        var collisions = 0
        for _ in 0..<500 {
            let hash = WindowHash(SymmetricKey.random())
            let window = UInt64.random(in: .min ... .max)
            for bit in 0..<64 {
                let difference = hash(window) ^ hash(window ^ 1 << UInt64(bit))
                #expect(difference != 0)
                if difference & 4_095 == 0 { collisions += 1 }
            }
        }
        #expect(collisions < 40)
    }

    @Test("Windows of ordinary text spread evenly over the hash's values") func spreads() {
        var buckets = [Int](repeating: 0, count: 256)
        let hash = key.window
        for number in 0..<65_536 {
            let text = Array("\(1_000_000 + number)x".utf8)
            buckets[Int(text.scan { hash($0, at: 0) } & 255)] += 1
        }
        #expect(buckets.allSatisfy { $0 > 128 && $0 < 512 })
    }
}

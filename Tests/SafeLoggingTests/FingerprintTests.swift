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
            (23, 23, false), (24, 24, true), (24, 8, true), (24, 7, false), (400, 7, false), (65_536, 90, true),
            (65_537, 90, false),
        ])
    func coversByEntropy(count: Int, different: Int, isCovered: Bool) {
        let secret = (0..<count).map { UInt8($0 % different * 5 % 97 + 103) }
        #expect((fingerprint(secret) != nil) == isCovered)
    }

    @Test(
        "The ends that are recognised alone lie where nothing is known beforehand, and are longer where a byte holds less",
        arguments: [
            ("q7Zt-1xVbR_93mKpLw0eYhGd84NcUaSf", "0+24", "0+24"),
            ("q7Zt-1xVbR_93mKpLw0eYhGd", "0+24", nil),
            ("ghp_q7Ztk1xVbRw93mKpLw0eYhGd84NcUaSf", "4+24", "0+24"),
            ("github_pat_q7Ztk1xVbRw93mKpLw0eYhGd84NcUaSf", "11+24", "0+24"),
            ("sk_live_q7Ztk1xVbRw93mKpLw0eYhGd84NcUaSf", "8+24", "0+24"),
            ("Bearer q7Ztk1xVbRw93mKpLw0eYhGd84NcUaSf", "7+24", "0+24"),
            ("github_pat_q7Ztk1xVbRw93mKpLw0eYhG", nil, nil),
            ("0f8fad5b-d9cb-469f-a165-70867728950e", "0+36", nil),
            ("0f8fad5bd9cb469fa16570867728950e", "0+32", nil),
            ("0f8fad5bd9cb469fa16570867728950", nil, nil),
            ("0f8fad5bd9cb469fa16570867728950e2b7c61d3", "0+36", "0+36"),
            ("314159265358979323846264338327950288419q7Ztk1xVbRw93mKpLw0eYhGd", "0+36", "0+24"),
            (Sample.token, nil, "0+24"), ("Bearer " + Sample.token, nil, "0+24"),
            ("eyJhbGciOiJub25lIn0.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJl", nil, nil),
            (
                "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIHq7Zt1xVbR93mKpLw0eYhGd84NcUaSfQkTzXyWv\n"
                    + "-----END PRIVATE KEY-----\n", nil, "26+24"
            ),
        ] as [(String, String?, String?)])
    func choosesEnds(secret: String, head: String?, tail: String?) {
        let made = fingerprint(Array(secret.utf8))
        #expect((made != nil) == (head != nil || tail != nil))
        func text(_ end: SecretFingerprint.End?) -> String? { end.map { "\($0.place.skipped)+\($0.place.size)" } }
        #expect(text(made?.head) == head && text(made?.tail) == tail)
    }

    static let samples: [[UInt8]] = [
        Array(Sample.opaque.utf8), (0..<32).map { UInt8($0 * 29 & 255) }, Array(Sample.token.utf8),
        Array("0f8fad5b-d9cb-469f-a165-70867728950e".utf8),
    ]

    @Test("What is written is read back, and every other version is refused", arguments: samples)
    func roundTrips(secret: [UInt8]) throws {
        let made = try #require(fingerprint(secret))
        let bytes = made.encode()
        #expect(bytes.count == SecretFingerprint.encodedSize)
        let read = try bytes.scan { try SecretFingerprint(decoding: $0) }
        #expect(read == made)
        for version: UInt8 in [0, 2, 255] {
            #expect(throws: SecretFingerprint.Malformed.self) {
                try ([version] + bytes.dropFirst()).scan { try SecretFingerprint(decoding: $0) }
            }
        }
    }

    @Test("Cut, lengthened or changed bytes are refused or read as what they say, and never trap", arguments: samples)
    func survivesFuzz(secret: [UInt8]) throws {
        let bytes = try #require(fingerprint(secret)).encode()
        for count in 0..<bytes.count {
            #expect(throws: SecretFingerprint.Malformed.self) {
                try Array(bytes[..<count]).scan { try SecretFingerprint(decoding: $0) }
            }
        }
        #expect(throws: SecretFingerprint.Malformed.self) {
            try (bytes + [0]).scan { try SecretFingerprint(decoding: $0) }
        }
        for _ in 0..<3_000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4) { changed[Int.random(in: 0..<changed.count)] = .random(in: 0...255) }
            guard let read = try? changed.scan({ try SecretFingerprint(decoding: $0) }) else { continue }
            #expect(read.encode() == changed)
            let index = FingerprintIndex([read], key: key)
            (secret + secret).scan { index.scan($0) { _ in } }
        }
    }

    @Test("The bytes are the ones that the format lays down") func matchesFormat() throws {
        guard let root = SymmetricKey(Sample.secret([UInt8](repeating: 7, count: 32))) else {
            Issue.record("a key has 32 bytes")
            return
        }
        let key = FingerprintKey(root)
        let secret = Array("tok_0123456789klmnopqrstuvwxyzKLMNO".utf8)
        let bytes = try #require(secret.scan { SecretFingerprint(of: $0, key: key) }).encode()
        let context = SubkeyDerivation.Context("SVPRINT1")
        let numbers = SubkeyDerivation.derive(1, of: root, in: context).bytes.withExposedBytes { [UInt8](copying: $0) }
        func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        func hash(_ anchor: ArraySlice<UInt8>) -> UInt64 {
            let anchor = Array(anchor)
            let bytes = (0..<8).map { (place: Int) -> UInt8 in
                let (second, third) = (3 &* anchor[place + 8], 5 &* anchor[place + 16])
                return anchor[place] &+ second &+ third
            }
            let folded = number(bytes)
            let (offset, factor) = (number(numbers[..<8]), number(numbers[8..<16]) | 1)
            let product = (folded ^ offset).multipliedFullWidth(by: factor)
            return (product.high ^ product.low) >> 32
        }
        let confirmKey = SubkeyDerivation.derive(2, of: root, in: context)
        func confirm(_ message: [UInt8]) -> [UInt8] { message.scan { KeyedHash.digest($0, key: confirmKey, size: 16) } }
        #expect(Array(bytes[..<17]) == [1, 35, 0, 0, 0, 4, 0, 0, 0, 24, 0, 0, 0, 0, 0, 24, 0])
        #expect(number(bytes[17..<21]) == hash(secret[4..<28]))
        #expect(Array(bytes[21..<37]) == confirm([1] + secret[..<28]))
        #expect(number(bytes[37..<41]) == hash(secret[11...]))
        #expect(Array(bytes[41..<57]) == confirm([2] + secret[11...]))
        #expect(Array(bytes[57...]) == confirm([3] + secret))
    }

    @Test(
        "Of an end the narrowest sort is told that all 24 bytes are of which are looked for",
        arguments: [
            ("q7RfZk2mWx9TbN4sYcVd8LpHjG3u-._~+/=A", 0), ("q7RfZk2mWx9T:N4sYcVd8LpHjG3uq7RfZk2mWx9T", 1),
            ("q7RfZk2mWx9TéN4sYcVd8LpHjG3uq7RfZk2mWx9T", 3), ("q7RfZk2mWx9T N4sYcVd8LpHjG3uq7RfZk2mWx9T", 2),
            ("q7RfZk2mWx9T\u{7F}N4sYcVd8LpHjG3uq7RfZk2mWx9T", 2), ("q7RfZk2mWx9TN4sYcVd8LpHj G3uq7RfZk2mWx9T", 0),
        ] as [(String, UInt8)])
    func tellsSort(secret: String, sort: UInt8) throws {
        let bytes = Array(secret.utf8)
        #expect(try #require(fingerprint(bytes)).encode()[10] == sort)
        #expect(try #require(fingerprint(bytes.reversed())).encode()[16] == sort)
    }

    @Test("A fingerprint holds no eight bytes of its secret") func holdsNoPlaintext() throws {
        let secret = Array(Sample.opaque.utf8)
        let bytes = try #require(fingerprint(secret)).encode()
        for start in 0..<(secret.count - 8) { #expect(!bytes.contains(Array(secret[start..<(start + 8)]))) }
    }

    @Test("Another key gives another fingerprint") func dependsOnKey() throws {
        let other = FingerprintKey(.random())
        let secret = Array(Sample.opaque.utf8)
        let mine = try #require(fingerprint(secret))
        let theirs = try #require(secret.scan { SecretFingerprint(of: $0, key: other) })
        #expect(mine.head?.hash != theirs.head?.hash && mine.tail?.hash != theirs.tail?.hash)
        #expect(mine.head?.confirm != theirs.head?.confirm && mine.whole != theirs.whole)
    }
}

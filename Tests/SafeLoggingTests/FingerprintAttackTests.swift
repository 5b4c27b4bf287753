import Sealing
import Testing

@testable import SafeLogging

/// What somebody can do who has the fingerprint key and an encoded fingerprint, and nothing else.
@Suite("Guessing from a fingerprint") final class FingerprintAttackTests {
    private let key: FingerprintKey
    /// What hashes eight bytes under the same key.
    private let window: WindowHash
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    init() {
        let root = SymmetricKey.random()
        key = FingerprintKey(root)
        window = WindowHash(SubkeyDerivation.derive(1, of: root, in: SubkeyDerivation.Context("SVPRINT1")))
    }

    /// A random token of `count` characters of base64url with at least a letter beyond f in every few.
    private func token(_ count: Int = 32) -> [UInt8] {
        while true {
            let token = (0..<count).map { _ in Self.alphabet.randomElement() ?? 0x41 }
            let layout = token.scan { AnchorLayout(of: $0) }
            if layout?.head == AnchorLayout.End(skipped: 0, size: 24, text: .token), layout?.tail?.size == 24 {
                return token
            }
        }
    }

    private func encoded(_ secret: [UInt8]) throws -> [UInt8] {
        try #require(secret.scan { SecretFingerprint(of: $0, key: key) }).encode()
    }

    /// The five values in an encoded fingerprint that are computed from the secret.
    private static let stored = [
        "head hash": 17..<21, "head confirm": 21..<37, "tail hash": 37..<41, "tail confirm": 41..<57,
        "whole confirm": 57..<73,
    ]

    @Test("Every stored value hangs on at least 24 of the secret's bytes: whichever of them changes, it changes")
    func hangsOnManyBytes() throws {
        var bytesThatCount: [String: Set<Int>] = [:]
        var mostUnchanged = 0
        for _ in 0..<20 {
            let secret = token()
            let before = try encoded(secret)
            for index in secret.indices {
                var changed = secret
                repeat { changed[index] = Self.alphabet.randomElement() ?? 0x41 } while changed[index] == secret[index]
                guard let after = changed.scan({ SecretFingerprint(of: $0, key: key) })?.encode(),
                    after[..<17] == before[..<17]
                else { continue }
                for (name, range) in Self.stored {
                    if after[range] != before[range] {
                        bytesThatCount[name, default: []].insert(index)
                    } else if bytesThatCount[name]?.contains(index) == true {
                        mostUnchanged += 1
                    }
                }
            }
        }
        #expect(bytesThatCount.count == Self.stored.count)
        for (name, bytes) in bytesThatCount { #expect(bytes.count >= 24, "\(name)") }
        #expect(mostUnchanged == 0)
    }

    @Test("With eight of an anchor's bytes unknown, a quick hash leaves as many candidates as 32 bits must")
    func tellsNoMoreThanItsSize() throws {
        // All 24 bytes but two are known to this attacker: 2^16 candidates, of which 32 bits leave about one. Were the
        // hash a function of fewer bytes, others would remain with it.
        let secret = token()
        let hash = secret.scan { key.anchor($0, at: 0) }
        var remaining = 0
        for first in UInt8.min ... .max {
            for second in UInt8.min ... .max {
                var guess = secret
                guess[3] = first
                guess[20] = second
                if guess.scan({ key.anchor($0, at: 0) }) == hash { remaining += 1 }
            }
        }
        #expect((1...2).contains(remaining))
    }

    /// What tells a right guess from a wrong one in the attack that short overlapping windows allow (guess up to four bytes
    /// at once, keep what a stored value confirms, go on from there): whether anything that can be computed from the piece,
    /// however long, is stored.
    private func confirms(_ piece: [UInt8], _ fingerprint: [UInt8]) -> Bool {
        var values = [FingerprintKey.Domain.head, .tail, .whole].map { domain in
            let confirm = piece.scan { key.confirm(domain, ofText: $0) }
            return (0..<8).map { UInt8(truncatingIfNeeded: confirm.first >> UInt64(8 * $0)) }
        }
        if piece.count >= 8 {
            let window = piece.scan { self.window($0, at: piece.count - 8) }
            values.append((0..<4).map { UInt8(truncatingIfNeeded: window >> UInt32(8 * $0)) })
        }
        if piece.count >= 24 {
            let anchor = piece.scan { key.anchor($0, at: piece.count - 24) }
            values.append((0..<4).map { UInt8(truncatingIfNeeded: anchor >> UInt32(8 * $0)) })
        }
        return values.contains { value in
            (0...(fingerprint.count - value.count)).contains { fingerprint[$0..<($0 + value.count)] == value[...] }
        }
    }

    @Test("Guessing byte after byte recovers nothing, even from fifteen bytes that are known") func recoversNothing()
        throws
    {
        let secret = token()
        let stored = try encoded(secret)
        // The attacker is spared the search: the right bytes are among the guesses, and nothing says so.
        for form in SecretForm.allCases {
            for start in [0, 1, 7, 16] {
                for count in 1...15 {
                    let piece = form.bytes(of: Array(secret[start..<(start + count)])) ?? []
                    guard !piece.isEmpty else { continue }
                    #expect(!confirms(piece, stored), "\(form) \(start) \(count)")
                }
            }
        }
        #expect(confirms(Array(secret[..<24]), stored))
        #expect(confirms(Array(secret[8...]), stored))
    }

    @Test("The forms that tell bytes apart singly, such as hexadecimal and UTF-16, are not in a fingerprint")
    func holdsNoForms() throws {
        let secret = token()
        let bytes = try encoded(secret)
        #expect(bytes.count == SecretFingerprint.encodedSize)
        for form in SecretForm.allCases where form != .raw {
            guard let encoded = form.bytes(of: secret), encoded.count >= 24, encoded != secret else { continue }
            for start in 0...(encoded.count - 24) {
                let hash = encoded.scan { key.anchor($0, at: start) }
                #expect(!bytes.contains((0..<4).map { UInt8(truncatingIfNeeded: hash >> UInt32(8 * $0)) }))
            }
        }
    }

    @Test("What is the same in all values of a sort is not part of the 24 bytes that a guess must have")
    func skipsPrefixes() throws {
        let own = Array("q7Ztk1xVbRw93mKpLw0eYhGd84NcUaSfTzXy".utf8)
        let made = try #require((Array("ghp_".utf8) + own).scan { SecretFingerprint(of: $0, key: key) })
        #expect(made.head?.place == AnchorLayout.End(skipped: 4, size: 24, text: .token))
        let known = Array("ghp_".utf8) + own[..<15]
        let stored = made.encode()
        for count in 1...known.count { #expect(!confirms(Array(known[..<count]), stored)) }
    }
}

import Sealing
import Testing

@testable import SafeLogging

@Suite("Finding fingerprinted secrets") final class FingerprintIndexTests {
    let key = FingerprintKey(.random())
    static let binary = (0..<40).map { UInt8(truncatingIfNeeded: $0 &* 89 &+ 7) }
    let secrets = [
        Array(Sample.opaque.utf8), binary, Array(Sample.password.utf8), Array(Sample.token.utf8),
        Array("0f8fad5b-d9cb-469f-a165-70867728950e".utf8), Array("1842:Hq{Zt1x}Vb\u{E9}93mK\"Lw0e,YhG<d84>cU".utf8),
        Array("Hq7RfZk2mWx9TbN4sYcVd8Lp".utf8), Array("correct Hq horse Zt battery Vb staple 93".utf8),
        Array(("Bearer " + String(Sample.opaque.reversed())).utf8),
    ]

    func index(_ secrets: [[UInt8]]) -> FingerprintIndex {
        FingerprintIndex(secrets.compactMap { $0.scan { SecretFingerprint(of: $0, key: key) } }, key: key)
    }

    func matches(_ text: [UInt8], _ index: FingerprintIndex) -> [FingerprintMatch] {
        var matches: [FingerprintMatch] = []
        text.scan { index.scan($0) { matches.append($0) } }
        return matches
    }

    func decoded(_ text: [UInt8], _ index: FingerprintIndex) -> [(match: FingerprintMatch, encoding: LogEncoding)] {
        var found: [(FingerprintMatch, LogEncoding)] = []
        text.scan { index.scanDecoding($0) { found.append(($0, $1)) } }
        return found
    }

    func noise(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in [0x20, 0x21, 0x23, 0x2E, 0x3B, 0x5B, 0x7C].randomElement() ?? 0x20 }
    }

    @Test("L01, L02, L17: each secret is found at every offset, once, with its bytes", arguments: 0..<9)
    func findsWhole(offset: Int) {
        let index = index(secrets)
        #expect(index.longest == Sample.token.utf8.count)
        for (number, secret) in secrets.enumerated() {
            let found = matches(noise(offset) + secret + noise(11), index)
            #expect(
                found == [
                    FingerprintMatch(secret: number, extent: .whole, range: offset..<(offset + secret.count))
                ])
        }
    }

    static let disguises: [(SecretForm, LogEncoding)] = [
        (.raw, .raw), (.base64, .base64), (.base64URL, .base64URL), (.hexLower, .hexadecimal),
        (.hexUpper, .hexadecimal), (.percent, .percent), (.percentLower, .percent), (.json, .json),
        (.jsonSlash, .json), (.jsonHTML, .json), (.jsonUnicode, .json), (.jsonASCII, .json),
        (.utf16LittleEndian, .utf16LittleEndian), (.utf16BigEndian, .utf16BigEndian),
    ]

    @Test(
        "L01, L02: each form is found at every offset, with its bytes and the name of the encoding",
        arguments: disguises,
        0..<4)
    func findsForms(disguise: (form: SecretForm, encoding: LogEncoding), offset: Int) {
        let index = index(secrets)
        for (number, secret) in secrets.enumerated() {
            guard let encoded = disguise.form.bytes(of: secret) else { continue }
            // A rest of less than three bytes is written otherwise.
            guard !disguise.form.sharesQuanta || secret.count % 3 == 0 else { continue }
            let found = decoded(noise(offset) + encoded + noise(11), index).first {
                $0.match.secret == number && $0.match.extent == .whole
            }
            #expect(found?.match.range == offset..<(offset + encoded.count))
            let isPlain = encoded == secret
            let isURL = encoded.contains { $0 == 0x2D || $0 == 0x5F }
            let expected = disguise.form.sharesQuanta ? (isURL ? .base64URL : .base64) : disguise.encoding
            #expect(found?.encoding == (isPlain ? .raw : expected))
        }
    }

    @Test("L19: one encoding within the other is found", arguments: secretsInLayers)
    func findsLayers(layers: [SecretForm]) {
        let secret = Array("a/+\"\(Sample.opaque)".utf8)
        let text = layers.reduce(secret) { text, form in form.bytes(of: text) ?? [] }
        let found = decoded(noise(5) + text + noise(7), index([secret]))
        #expect(found.contains { $0.match.extent == .whole && $0.match.range.lowerBound == 5 })
    }

    static let secretsInLayers: [[SecretForm]] = [
        [.base64, .percent], [.json, .json], [.base64, .json, .percent], [.base64, .base64],
        [.json, .utf16LittleEndian],
        [.percent, .percent], [.hexLower, .base64], [.base64, .utf16BigEndian],
    ]

    @Test(
        "L04: a value that was cut off after 24 bytes, or before the last 24, is found; 23 are no finding",
        arguments: 0..<9
    )
    func findsEnds(offset: Int) {
        let secret = Array(Sample.opaque.utf8)
        let index = index([secret])
        let range = offset..<(offset + 24)
        #expect(
            matches(noise(offset) + secret[..<24] + noise(30), index)
                == [FingerprintMatch(secret: 0, extent: .head, range: range)])
        #expect(
            matches(noise(offset) + secret.suffix(24) + noise(30), index)
                == [FingerprintMatch(secret: 0, extent: .tail, range: range)])
        #expect(matches(secret[..<23] + noise(offset + 1) + secret.suffix(23), index).isEmpty)
    }

    @Test("A secret's head and tail that don't belong together are two findings") func tellsEndsApart() {
        let secret = Array(Sample.opaque.utf8)
        let text = Array(secret[..<24]) + [0x21] + secret.suffix(24)
        #expect(Set(matches(text, index([secret])).map(\.extent)) == [.head, .tail])
    }

    @Test("A token's constant header is no evidence: another token is not reported") func tellsTokensApart() {
        let index = index([Array(Sample.token.utf8)])
        #expect(matches(Array(Sample.otherToken.utf8), index).isEmpty)
        #expect(matches(Array(Sample.token.utf8.prefix(90)), index).isEmpty)
        #expect(matches(Array(Sample.token.utf8.suffix(40)), index).map(\.extent) == [.tail])
    }

    @Test("Two secrets that share one end are told apart") func tellsSharedEndsApart() {
        let first = Array(("shared/head/of/thirty/bytes/xy" + Sample.opaque).utf8)
        let second = Array(("shared/head/of/thirty/bytes/xy" + Sample.opaque.reversed()).utf8)
        let third = Array(("another/front " + Sample.opaque).utf8)
        let index = index([first, second, third])
        for (number, secret) in [first, second, third].enumerated() {
            let found = matches(noise(3) + secret + noise(5), index)
            #expect(found.contains { $0.secret == number && $0.extent == .whole })
            #expect(!found.contains { $0.secret != number && $0.extent == .whole })
        }
        let cut = matches(Array(first[..<30]), index)
        #expect(cut.map(\.extent) == [.head, .head] && Set(cut.map(\.secret)) == [0, 1])
    }

    @Test("Many secrets with one head are each found") func findsManyWithOneHead() {
        let secrets = (0..<100).map {
            Array("a/very/constant/head/of/many/\($0)-\(Sample.opaque.dropFirst($0 % 7))-\($0 * 7_919)".utf8)
        }
        let index = index(secrets)
        for (number, secret) in secrets.enumerated() {
            #expect(
                matches(noise(4) + secret + noise(4), index).contains { $0.secret == number && $0.extent == .whole })
        }
    }

    @Test("Random text gives no match, however it is read") func findsNothingInNoise() {
        let index = index(secrets)
        #expect(decoded((0..<60_000).map { _ in UInt8.random(in: 33...126) }, index).isEmpty)
        #expect(decoded((0..<60_000).map { _ in UInt8.random(in: 0...255) }, index).isEmpty)
    }

    @Test("L11: a text made of a secret's ends is scanned in linear time", .timeLimit(.minutes(2)))
    func isLinear() {
        let secret = Array((Sample.token + Sample.token + Sample.opaque).utf8)
        let index = index([secret, Array(Sample.opaque.utf8)])
        // Each end would have the whole secret hashed, were there no bound.
        let text = Array(repeatElement(Array(secret.suffix(24)), count: 3_000).joined())
        #expect(ContinuousClock().measure { _ = matches(text, index) } < .seconds(20))
    }

    @Test(
        "L11: text that is nothing but escapes, digits or zeros is decoded in linear time", .timeLimit(.minutes(2)),
        arguments: ["\\", "\\\\\"", "%25", "%5c", "ab", "a\0", "\0a\0\0", "\\u005c", "QUJD"])
    func decodesInLinearTime(unit: String) {
        let text = Array(repeatElement(Array(unit.utf8), count: 30_000 / unit.utf8.count).joined())
        let index = index(secrets)
        #expect(ContinuousClock().measure { _ = decoded(text, index) } < .seconds(20))
    }
}

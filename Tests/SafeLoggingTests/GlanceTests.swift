import Sealing
import Testing

@testable import SafeLogging

/// A text is first glanced at, which passes over most of what decoding it would give; only what that finds is decoded whole.
@Suite("A glance at a text") final class GlanceTests {
    static let secrets = [
        "q7RfZk2mWx9TbN4sYcVd8LpHjG3uEoA6", "q7Rf{k2m\"x9T:N4s/cVd8&pH%G3u=oA6", "Hq horse, Zt battery Vb staple 93 wK",
        "q7RfZk2mWx9TéN4sYcVd8LüHjG3uEoA6", "ghp_q7RfZk2mWx9TbN4sYcVd8LpHjG3uEoA6",
        "8291047563920175648302917465830291746",
        "Bearer q7RfZk2mWx9TbN4sYcVd8LpHjG3uEoA6t5Kw0XnB", Sample.token,
    ]
    static let forms: [SecretForm] = [
        .raw, .base64, .base64URL, .hexLower, .hexUpper, .percent, .json, .jsonSlash, .jsonUnicode, .utf16LittleEndian,
        .utf16BigEndian,
    ]

    let key = FingerprintKey(.random())

    private func index(_ secrets: [String]) -> FingerprintIndex {
        let bytes = secrets.map { Array($0.utf8) }
        return FingerprintIndex(bytes.compactMap { $0.scan { SecretFingerprint(of: $0, key: key) } }, key: key)
    }

    private func glance(_ text: [UInt8], _ index: FingerprintIndex) -> Bool { text.scan { index.mayHold($0) } }

    private func isFoundWhole(_ text: [UInt8], _ index: FingerprintIndex) -> Bool {
        var isFound = false
        text.scan { index.scanWhole($0) { _, _ in isFound = true } }
        return isFound
    }

    @Test(
        "L01, L02, L04, L19: sees whatever decoding the whole text finds: all forms, in one another, cut, amid digits or escapes",
        arguments: secrets)
    func seesAll(secret: String) {
        let index = index([secret])
        let surroundings = [
            "", "k/9", "a\\n", "%2", "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlq", "\\\"%41&amp;",
        ]
        for outer in Self.forms {
            for (number, inner) in Self.forms.enumerated() {
                let near = Array(surroundings[number % surroundings.count].utf8)
                let encoded = inner.bytes(of: Array(secret.utf8)).flatMap { outer.bytes(of: near + $0 + near) } ?? []
                for part in [
                    encoded[...], encoded.prefix(encoded.count * 4 / 5), encoded.suffix(encoded.count * 4 / 5),
                ] {
                    let text = near + part + near
                    let isMissed = isFoundWhole(text, index) && !glance(text, index)
                    #expect(!isMissed, "\(outer) of \(inner)")
                }
            }
        }
    }

    @Test(
        "Sees text in ASCII at every place in a long run of digits that stand for none",
        arguments: [SecretForm.base64, .hexLower], [0, 1, 2, 3, 5, 64, 99])
    func seesWithinNoise(form: SecretForm, offset: Int) throws {
        let secret = Self.secrets[1]
        let index = index([secret])
        for length in [24, secret.utf8.count] {
            let noise = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 89) | 0x80 }
            let text = try #require(form.bytes(of: noise.prefix(offset) + Array(secret.utf8.prefix(length)) + noise))
            #expect(glance(Array("x ".utf8) + text, index))
            #expect(!glance(try #require(form.bytes(of: noise + Array(secret.utf8.prefix(23)) + noise)), index))
        }
    }

    @Test("Passes over what it saw before: what an escape changes is looked up, and nothing else") func looksAtNews() {
        var mapped = MappedText()
        mapped.beginPiece(.same, from: 0)
        mapped.append(contentsOf: repeatElement(0x61, count: 100))
        mapped.beginPiece(.unit(2), from: 100)
        mapped.append(0x62)
        mapped.beginPiece(.same, from: 102)
        mapped.append(contentsOf: repeatElement(0x63, count: 30))
        #expect(mapped.news(of: 24, within: 0) == [77..<124])
        #expect(mapped.news(of: 24, within: 2) == [0..<25, 75..<126, 106..<131])
        #expect(mapped.news(of: 24, within: 60) == [0..<131])
        #expect(mapped.isKnown(0..<100) && mapped.isKnown(101..<131) && !mapped.isKnown(99..<101))
        #expect(!mapped.isKnown(100..<101))
    }
}

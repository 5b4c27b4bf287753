import Sealing
import Testing

@testable import SafeLogging

@Suite("Finding the secrets of this process") final class LiveIndexTests {
    let key = LiveKey()
    let secrets = [Array(Sample.opaque.utf8), Sample.binary, Array(Sample.password.utf8), Array(Sample.token.utf8)]

    func index(_ secrets: [[UInt8]]) -> LiveIndex {
        let index = LiveIndex(key: key)
        for secret in secrets { _ = index.add([secret.scan { LiveIndex.Value(of: $0, key: key) }]) }
        return index
    }

    @Test(
        "Of short and plain values the ends are not searched for",
        arguments: [
            (15, 15, false), (16, 16, true), (16, 8, true), (16, 7, false), (400, 7, false), (65_536, 200, true),
            (65_537, 200, false),
        ])
    func coversByEntropy(count: Int, different: Int, isCovered: Bool) {
        let secret = (0..<count).map { UInt8($0 % different + 33) }
        #expect((secret.scan { LiveFingerprint(of: $0, key: key) } != nil) == isCovered)
    }

    func matches(_ text: [UInt8], _ index: LiveIndex) -> [LiveMatch] {
        var matches: [LiveMatch] = []
        guard let filter = index.view.ends else { return [] }
        text.scan { index.scanEnds($0, filter) { matches.append($0) } }
        return matches
    }

    func noise(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8.random(in: 33...126) } }

    @Test(
        "L01, L02, L17: each form is found at every offset, with its bytes and its name",
        arguments: SecretForm.allCases, 0..<9)
    func findsForms(form: SecretForm, offset: Int) {
        let index = index(secrets)
        for (number, secret) in secrets.enumerated() {
            guard let encoded = form.bytes(of: secret), isDistinct(form, secret) else { continue }
            let found = matches(noise(offset) + encoded + noise(11), index).filter { $0.secret == number }
            #expect(
                found.contains {
                    $0.form == form && $0.extent == .whole && $0.range == offset..<(offset + encoded.count)
                })
        }
    }

    private func isDistinct(_ form: SecretForm, _ secret: [UInt8]) -> Bool {
        var isThere = false
        secret.scan { SecretForm.forEach(of: $0) { found, _ in isThere = isThere || found == form } }
        return isThere
    }

    @Test("L04: a value that was cut off after 16 bytes, or before the last 16, is found", arguments: 0..<9)
    func findsEnds(offset: Int) {
        let secret = Array(Sample.opaque.utf8)
        let index = index([secret])
        let head = matches(noise(offset) + secret[..<16] + noise(30), index)
        #expect(head.map(\.extent) == [.head] && head.map(\.range) == [offset..<(offset + 16)])
        let tail = matches(noise(offset) + secret.suffix(16) + noise(30), index)
        #expect(tail.map(\.extent) == [.tail] && tail.map(\.range) == [offset..<(offset + 16)])
    }

    @Test("A secret's head and tail that don't belong together are two findings") func tellsEndsApart() {
        let secret = Array(Sample.opaque.utf8)
        let text = Array(secret[..<16]) + [0x21] + secret.suffix(16)
        #expect(Set(matches(text, index([secret])).map(\.extent)) == [.head, .tail])
    }

    @Test(
        "A token's constant header is no evidence: another token is not reported, and its own is, by its tail",
        arguments: 0..<9)
    func tellsTokensApart(offset: Int) {
        let index = index([Array(Sample.token.utf8)])
        #expect(matches(noise(offset) + Array(Sample.otherToken.utf8), index).isEmpty)
        let found = matches(noise(offset) + Array(Sample.token.utf8), index)
        #expect(found.map(\.extent) == [.whole])
        #expect(found.map(\.range) == [offset..<(offset + Sample.token.utf8.count)])
    }

    @Test("Two secrets that share one end are told apart") func tellsSharedEndsApart() {
        let first = Array(("shared-head-16-bytes" + Sample.opaque).utf8)
        let second = Array(("shared-head-16-bytes" + Sample.opaque.reversed()).utf8)
        let third = Array(("another front " + Sample.opaque).utf8)
        let index = index([first, second, third])
        for (number, secret) in [first, second, third].enumerated() {
            let found = matches(noise(3) + secret + noise(5), index)
            #expect(found.contains { $0.secret == number && $0.extent == .whole })
            #expect(!found.contains { $0.secret != number && $0.extent == .whole })
        }
    }

    @Test("Many secrets with one head are each found") func findsManyWithOneHead() {
        let secrets = (0..<100).map {
            Array("a-very-constant-head/\($0)-\(Sample.opaque.dropFirst($0 % 7))-\($0 * 7_919)".utf8)
        }
        let index = index(secrets)
        for (number, secret) in secrets.enumerated() {
            #expect(
                matches(noise(4) + secret + noise(4), index).contains { $0.secret == number && $0.extent == .whole })
        }
    }

    @Test("Random text gives no match") func findsNothingInNoise() {
        #expect(matches(noise(300_000), index(secrets)).isEmpty)
    }

    @Test("What is taken back is found no more, and what shares an end with it is", arguments: 0..<4)
    func takesBack(offset: Int) {
        let common = "a-common-head-of-some-bytes/"
        let secrets = (0..<40).map { Array("\(common)\($0)-\(Sample.opaque.dropFirst($0 % 7))-\($0 * 7_919)".utf8) }
        let index = LiveIndex(key: key)
        let additions = secrets.map { secret in index.add([secret.scan { LiveIndex.Value(of: $0, key: key) }]) }
        for addition in additions.dropLast() { index.remove(addition) }
        let found = secrets.map { matches(noise(offset) + $0 + noise(4), index) }
        #expect(found.dropLast().allSatisfy { $0.allSatisfy { $0.extent == .head } })
        #expect(found.last?.contains { $0.extent == .whole } == true)
        index.remove(additions[39])
        #expect(index.view.isEmpty)
        #expect(secrets.allSatisfy { matches($0, index).isEmpty })
    }

    @Test("Many secrets that come and go leave the others where they are") func comesAndGoes() {
        let index = index(secrets)
        for number in 0..<300 {
            let passing = Array("passing-\(number * 7_919)-\(Sample.opaque.reversed())".utf8)
            index.remove(index.add([passing.scan { LiveIndex.Value(of: $0, key: key) }]))
        }
        for (number, secret) in secrets.enumerated() {
            #expect(matches(secret, index).contains { $0.secret == number && $0.extent == .whole })
        }
    }

    @Test("L11: a text made of a secret's ends is scanned in linear time", .timeLimit(.minutes(1)))
    func isLinear() {
        let secret = Array((Sample.token + Sample.token + Sample.opaque).utf8)
        let index = index([secret, Array(Sample.opaque.utf8)])
        // Each end would have the whole secret hashed, were there no bound.
        let text = Array(repeatElement(Array(secret.suffix(16)), count: 32_000).joined())
        #expect(ContinuousClock().measure { _ = matches(text, index) } < .seconds(20))
    }
}

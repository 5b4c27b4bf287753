import Foundation
import Sealing
import Testing

@testable import SafeLogging

/// What a scrubber meets in the worst case.
@Suite("The scrubber's limits") struct ScrubberLimitTests {
    let registry = SecretRegistry()

    func scrub(_ text: String) -> String {
        String(decoding: Scrubber(registry: registry).scrub(Array(text.utf8)), as: UTF8.self)
    }

    func publish(_ text: String) { registry.publish(Sample.secret(text), as: .accessToken) }

    @Test("L12, L17: in each form a value goes, at whatever byte the two writes part", arguments: SecretForm.allCases)
    func splitsForms(form: SecretForm) {
        let secret = Sample.opaque + "/\"+&"
        publish(secret)
        guard let encoded = form.bytes(of: Array(secret.utf8)) else { return }
        let text = Array("value ".utf8) + encoded + Array(" end\n".utf8)
        for cut in 0...text.count {
            var stream = StreamScrubber(registry: registry)
            let output = stream.write(Array(text[..<cut])) + stream.write(Array(text[cut...])) + stream.finish()
            #expect(output == Array("value <redacted> end\n".utf8), "cut at \(cut)")
        }
    }

    @Test(
        "L12, L18: so does one in nested encodings",
        arguments: [Disguise.base64InPercent, .base64OfJSON, .jsonInJSON, .percentOfJSON])
    func splitsNested(disguise: Disguise) {
        publish(DisguiseTests.special)
        let text = Array("value \(disguise.apply(to: DisguiseTests.special)) end\n".utf8)
        for cut in 0...text.count {
            var stream = StreamScrubber(registry: registry)
            let output = stream.write(Array(text[..<cut])) + stream.write(Array(text[cut...])) + stream.finish()
            let shown = String(decoding: output, as: UTF8.self)
            // What the encoding has before and after the value may stay.
            #expect(shown.hasPrefix("value ") && shown.hasSuffix(" end\n"), "cut at \(cut)")
            #expect(shown.contains("<redacted>") && shown.utf8.count < 48, "cut at \(cut)")
        }
    }

    @Test("L18: base64 in JSON in percent goes; how deep is bounded, and what lies deeper costs no more")
    func boundsNesting() {
        publish(Sample.opaque)
        func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
        let json = "{\"a\\/b\":\"\(base64("id=\(Sample.opaque)"))\"}"
        let percent = json.utf8.map { String(format: "%%%02X", $0) }.joined()
        #expect(scrub("x \(percent) y").hasPrefix("x "))
        #expect(scrub("x \(percent) y").utf8.count < percent.utf8.count / 2)
        var nested = Sample.opaque
        for _ in 0..<12 { nested = base64(nested) }
        let depth = Self.cost { _ = scrub(nested) }
        let flat = Self.cost { _ = scrub(String(repeating: "word ", count: nested.utf8.count / 5)) }
        #expect(depth < flat * 20 + .milliseconds(50))
    }

    @Test("L20: of values in one another all go, whatever was published first", arguments: 0..<6)
    func hidesNestedValues(rotation: Int) {
        let values = [
            "abcd-efg1", "abcd-efg1-hijk", Sample.opaque, "pre-\(Sample.opaque)", "\(Sample.opaque)-post",
            "efg1-hijk-lmn2",
        ]
        for index in values.indices { publish(values[(index + rotation) % values.count]) }
        for value in values { #expect(scrub("x \(value) y") == "x <redacted> y") }
        #expect(scrub("x pre-\(Sample.opaque)-post y") == "x <redacted> y")
        #expect(scrub("x abcd-efg1-hijk-lmn2 y") == "x <redacted> y")
        #expect(scrub("\(Sample.opaque)\(Sample.opaque)") == "<redacted>")
        #expect(scrub("abcd-efg1abcd-efg1") == "<redacted>")
    }

    @Test(
        "L08, L34: a value that is a common word is not searched for, or its mask would mark the word as a secret",
        arguments: ["customer", "password", "Administrator", "READONLY"])
    func ignoresWords(word: String) {
        publish(word)
        #expect(scrub("a \(word) signed in") == "a \(word) signed in")
        let fixture = LogFixture()
        fixture.registry.publish(Sample.secret(word), as: .password)
        fixture.log.info("m \(Sensitive(word))", fields: [LogField("password", word, privacy: .public)])
        #expect(fixture.body == "m <private> password=<redacted>")
    }

    @Test("A long line goes through in pieces, and holds no value") func scrubsLongLines() {
        // Unoptimised code takes half a minute for the 10 MB.
        #if DEBUG
            let size = 400_000
        #else
            let size = 10_000_000
        #endif
        publish(Sample.opaque)
        let filler = String(repeating: "GET /index.html?page=2 200 ", count: 400)
        let piece = Array("\(filler)\(Sample.opaque) ".utf8)
        var stream = StreamScrubber(registry: registry)
        var (written, output) = (0, 0)
        var hasLeaked = false
        while written < size {
            let safe = stream.write(piece)
            written += piece.count
            output += safe.count
            hasLeaked = hasLeaked || Data(safe).range(of: Data(Sample.opaque.utf8.prefix(12))) != nil
        }
        output += stream.finish().count
        #expect(!hasLeaked)
        #expect(output == written - written / piece.count * (Sample.opaque.utf8.count - Redaction.mark.utf8.count))
    }

    static let hostile: [String] = [
        String(Sample.opaque.prefix(8)), String(Sample.opaque.prefix(15)), String(Sample.opaque.prefix(16)),
        String(Sample.opaque.suffix(15)), "abababab", "YWJhYmFiYWI", "A", "%", "%25", "\\", "\\\\", "\\u0071", "&#",
        "[1,",
        "q7Zt q7Zt-1x", "{\"a\":", "00", "\u{200B}", "\r", "eyJhbGciOiJIUzI1NiJ9.",
    ]

    @Test(
        "L11: four times as much hostile text costs about four times as much", .timeLimit(.minutes(3)),
        arguments: hostile)
    func isLinear(piece: String) {
        publish(Sample.opaque)
        publish("abababababababababababab")
        publish("hunter2-xy")
        let scrubber = Scrubber(registry: registry)
        func cost(_ size: Int) -> Duration {
            let text = Array(String(repeating: piece, count: size / piece.utf8.count).utf8)
            return (0..<2).map { _ in Self.cost { _ = scrubber.scrub(text) } }.min() ?? .zero
        }
        // Quadratic would be 16 times.
        #expect(cost(16_000) < cost(4_000) * 9 + .milliseconds(20))
    }

    /// Time of the processor that the thread took, which other processes don't lengthen.
    static func cost(_ body: () -> Void) -> Duration {
        func now() -> Duration {
            var time = timespec()
            unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        let start = now()
        body()
        return now() - start
    }
}

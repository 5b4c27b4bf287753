import Foundation
import Sealing
import Testing

@testable import SafeLogging

@Suite("Scrubbing known values") struct ScrubberTests {
    let registry = SecretRegistry()

    func scrub(_ text: String) -> String {
        String(decoding: Scrubber(registry: registry).scrub(Array(text.utf8)), as: UTF8.self)
    }

    func scrub(_ bytes: [UInt8]) -> [UInt8] { Scrubber(registry: registry).scrub(bytes) }

    func publish(_ text: String) { registry.publish(Sample.secret(text), as: .accessToken) }

    @Test(
        "L01, L02, L17: a known value goes in every form", arguments: SecretForm.allCases,
        [Sample.opaque, Sample.password, "hunter2hunter", "pässwörtchen/"])
    func hidesForms(form: SecretForm, secret: String) {
        publish(secret)
        guard let encoded = form.bytes(of: Array(secret.utf8)), encoded.count >= 8 else { return }
        let before = Array("value: ".utf8)
        let after = Array(" end".utf8)
        #expect(scrub(before + encoded + after) == before + Array("<redacted>".utf8) + after)
    }

    @Test("L16: base64 of a longer text with the value in it keeps no bits of it", arguments: 0..<4, 0..<4)
    func hidesSharedQuanta(before: Int, after: Int) {
        publish(Sample.opaque)
        let message = String(repeating: "!", count: before) + Sample.opaque + String(repeating: "?", count: after)
        let encoded = base64(Array(message.utf8))
        #expect(
            scrub("Authorization Basic: \(encoded) end").utf8.count
                <= "Authorization Basic: <redacted>IS== end".utf8.count)
    }

    private func base64(_ bytes: [UInt8]) -> String {
        let padding = (3 - bytes.count % 3) % 3
        let encoded = SecretForm.base64.bytes(of: bytes + [UInt8](repeating: 0, count: padding)) ?? []
        return String(decoding: encoded.dropLast(padding), as: UTF8.self) + String(repeating: "=", count: padding)
    }

    @Test("L08, L34: values under eight bytes are never searched for", arguments: ["a", "{", "test", "1234567"])
    func ignoresShortValues(secret: String) {
        publish(secret)
        #expect(scrub("a test { 1234567 } dGVzdA==") == "a test { 1234567 } dGVzdA==")
    }

    @Test("A value of 8 to 15 bytes goes whole, and only whole") func hidesShortSecretsExactly() {
        publish("hunter2-xy")
        #expect(scrub("pw hunter2-xy, hunter2-x, xhunter2-xyz") == "pw <redacted>, hunter2-x, x<redacted>z")
    }

    @Test("A long value of few different bytes goes whole") func hidesPlainSecrets() {
        publish("abababababababababababab")
        #expect(scrub("x abababababababababababab y") == "x <redacted> y")
    }

    @Test("L04: of a value that was cut off nothing stays", arguments: 16..<32)
    func hidesCutValues(count: Int) {
        publish(Sample.opaque)
        #expect(scrub("head \(Sample.opaque.prefix(count))") == "head <redacted>")
        #expect(scrub("\(Sample.opaque.suffix(count))\ntail") == "<redacted>\ntail")
        let hex = String(
            decoding: SecretForm.hexLower.bytes(of: Array(Sample.opaque.utf8))?.prefix(count) ?? [], as: UTF8.self)
        #expect(scrub("head \(hex) end") == "head <redacted> end")
    }

    @Test("L20: the longest of several that begin at one place goes, and overlaps are united") func unitesOverlaps() {
        publish("abcdefgh12")
        publish("abcdefgh12345678")
        publish("12345678-zyxwvu")
        #expect(scrub("x abcdefgh12345678 y abcdefgh12 z") == "x <redacted> y <redacted> z")
        #expect(scrub("x abcdefgh12345678-zyxwvu y") == "x <redacted> y")
        #expect(scrub("\(Sample.opaque)") == Sample.opaque)
    }

    @Test("A withdrawn value is searched for no more; one published twice is withdrawn twice") func withdraws() {
        publish(Sample.opaque)
        publish(Sample.opaque)
        registry.withdraw(Sample.secret(Sample.opaque))
        #expect(scrub(Sample.opaque) == "<redacted>")
        #expect(registry.counts == [.accessToken: 1])
        registry.withdraw(Sample.secret(Sample.opaque))
        #expect(scrub(Sample.opaque) == Sample.opaque)
        registry.withdraw(Sample.secret(Sample.opaque))
        #expect(registry.counts == [:])
    }

    @Test("L23: what is published once is gone from every logger of the process") func hasOneRegistry() {
        let secret = "one-registry-" + Sample.opaque
        KnownSecrets.publish(Sample.secret(secret), as: .password)
        defer { KnownSecrets.withdraw(Sample.secret(secret)) }
        for _ in 0..<2 {
            let sink = MemorySink()
            SafeLogger(category: "a", sinks: [sink]).info("x \(secret, privacy: .public)")
            #expect(sink.records.map(\.body) == ["x <redacted>"])
        }
        #expect(Scrubber().scrub(Array(secret.utf8)) == Array("<redacted>".utf8))
    }

    @Test("L23: an application's own secret is masked as long as what stands for it lives, until the last is gone")
    func masksOwnSecrets() {
        let secret = "own-secret-" + Sample.opaque
        func logged() -> [String] {
            let sink = MemorySink()
            SafeLogger(category: "a", sinks: [sink]).info("x \(secret, privacy: .public)")
            return sink.records.map(\.body)
        }
        var handles = (0..<2).map { _ in MaskedSecret(Sample.secret(secret)) }
        #expect(logged() == ["x <redacted>"])
        handles.removeLast()
        #expect(logged() == ["x <redacted>"])
        handles.removeLast()
        #expect(logged() == ["x \(secret)"])
    }

    @Test("L12: a value in a stream goes wherever it is cut", arguments: 0..<50)
    func scrubsStreams(cut: Int) {
        publish(Sample.opaque)
        let text = Array("first \(Sample.opaque) line\nand \(Sample.token)\nrest".utf8)
        var stream = StreamScrubber(registry: registry)
        var output = stream.write(Array(text[..<cut])) + stream.write(Array(text[cut...]))
        output += stream.finish()
        #expect(String(decoding: output, as: UTF8.self) == "first <redacted> line\nand <redacted>\nrest")
    }

    @Test("L12: a value that comes byte by byte goes, also in a long line without an end") func scrubsBytewise() {
        publish(Sample.opaque)
        var stream = StreamScrubber(registry: registry)
        var output: [UInt8] = []
        let filler = String(repeating: "filler ", count: 12_000)
        for byte in "\(filler)\(Sample.opaque) \(filler)\(Sample.opaque)".utf8 { output += stream.write([byte]) }
        #expect(output.count > 60_000)
        output += stream.finish()
        #expect(String(decoding: output, as: UTF8.self) == "\(filler)<redacted> \(filler)<redacted>")
    }

    @Test("L03, L12: a multi-line value in a stream goes whole") func scrubsMultilineStreams() {
        let secret = "line-one-0123456789\nx\nline-two-9876543210"
        registry.publish(Sample.secret(secret), as: .key)
        var stream = StreamScrubber(registry: registry)
        var output = stream.write(Array("a \(secret.prefix(21))".utf8))
        output += stream.write(Array("\(secret.dropFirst(21)) b\n".utf8)) + stream.finish()
        #expect(String(decoding: output, as: UTF8.self) == "a <redacted> b\n")
    }

    @Test("A match that never ends is replaced, and the rest of its line dropped") func boundsHeldText() {
        var stream = StreamScrubber(registry: registry)
        var output = stream.write(Array("token=".utf8))
        for _ in 0..<100 { output += stream.write([UInt8](repeating: 0x78, count: 4_096)) }
        output += stream.write(Array("x\nnext\n".utf8)) + stream.finish()
        #expect(String(decoding: output, as: UTF8.self) == "token=<redacted>\nnext\n")
    }

    @Test("A value that lists of two radices hold in the wrong order ends no process") func readsListsBackwards() {
        let (first, second) = ("12345678abcdefgh", "ABCDEFGH12345678")
        registry.publish(Sample.secret("\(first)\n\(second)"), as: .key)
        let hexadecimal = second.utf8.map { String($0, radix: 16) }.joined(separator: ":")
        let decimal = first.utf8.map { String($0) }.joined(separator: ", ")
        #expect(scrub("a \(hexadecimal) | [\(decimal)] b") == "a <redacted> | [<redacted>] b")
    }

    @Test("What goes takes characters whole, so that the rest is text", arguments: 0..<4)
    func takesWholeCharacters(shift: Int) {
        registry.publish(Sample.secret(Sample.opaque), as: .other)
        let front = String(repeating: "x", count: shift) + String(repeating: "日", count: 40)
        let text = scrub(Array("\(front)\(Sample.opaque.suffix(16))".utf8))
        #expect(String(validating: text, as: UTF8.self)?.hasSuffix("日<redacted>") == true)
        let back = "\(Sample.opaque.prefix(16 + shift))\(String(repeating: "日", count: 40))"
        #expect(String(validating: scrub(Array(back.utf8)), as: UTF8.self)?.hasPrefix("<redacted>日") == true)
    }

    @Test("Digests and UUIDs are not taken for base64, and a value in base64 goes with one beside it")
    func readsBase64() {
        registry.publish(Sample.secret(Sample.opaque), as: .other)
        let hidden = Array(
            "{\"v\":\"\\u0020\(Sample.opaque.map { "%" + String($0.asciiValue ?? 0, radix: 16) }.joined())\"}".utf8)
        let text = scrub("0123456789abcdef0123456789abcdef \(Data(hidden).base64EncodedString())")
        #expect(text.hasPrefix("0123456789abcdef0123456789abcdef ") && text.contains("<redacted>"))
    }
}

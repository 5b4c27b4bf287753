import Sealing
import Testing

@testable import SafeLogging

@Suite("From message to line") struct PipelineTests {
    @Test(
        "L10: control characters can't start a line, drive a terminal or reorder text",
        arguments: [
            "\n", "\r", "\t", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}",
            "\u{200B}",
        ])
    func neutralizes(character: String) {
        let fixture = LogFixture()
        fixture.log.info("user \("x\(character)2026-01-01T00:00:00Z ERROR fake", privacy: .public) end")
        #expect(!fixture.body.contains(character))
        #expect(fixture.body.contains("\\"))
        #expect(fixture.body.hasSuffix("ERROR fake end"))
    }

    @Test("Text that needs no escape stays as it is") func keepsText() {
        let fixture = LogFixture()
        fixture.log.info("\("Grüße, 世界 👩‍💻 naïve", privacy: .public)")
        #expect(fixture.body.hasPrefix("Grüße, 世界"))
        fixture.log.info("\("back\\slash and \"quotes\"", privacy: .public)")
        #expect(fixture.body == "back\\slash and \"quotes\"")
    }

    @Test("L21: a secret that straddles the cut is gone before it is cut", arguments: 40..<80)
    func truncatesLast(position: Int) {
        let fixture = LogFixture(lineLimit: 64)
        fixture.registry.publish(Sample.secret(Sample.opaque), as: .accessToken)
        let text = String(repeating: ".", count: position) + Sample.opaque
        fixture.log.info("\(text, privacy: .public)")
        #expect(!fixture.body.contains(Sample.opaque.prefix(4)))
        #expect(fixture.body.utf8.count <= 64)
    }

    @Test("A cut falls between characters and is marked") func cutsBetweenCharacters() {
        for limit in 64..<72 {
            let cut = Truncation.cut(Array(String(repeating: "世", count: 40).utf8), to: limit)
            #expect(String(validating: cut, as: UTF8.self)?.hasSuffix("… (cut)") == true)
            #expect(cut.count <= limit)
        }
    }

    @Test("An entry that is too large is withheld whole and counted") func withholdsOversize() {
        let fixture = LogFixture()
        let large = String(repeating: "x", count: LogPipeline.sizeLimit)
        fixture.log.info("a \(large, privacy: .public)")
        #expect(fixture.body == Redaction.withheldLine)
        #expect(fixture.log.withheldEntries == 1)
        fixture.log.info("small")
        #expect(fixture.log.withheldEntries == 1)
    }

    @Test("L22: a value is redacted by its name before it is rendered, and quoting does not hide it from the search")
    func structureFirst() {
        let fixture = LogFixture()
        fixture.registry.publish(Sample.secret(Sample.password), as: .password)
        fixture.log.info(
            "m",
            fields: [
                LogField("note", Sample.password, privacy: .public), LogField("api_key", "1234", privacy: .public),
            ])
        #expect(fixture.body == "m note=\"<redacted>\" api_key=<redacted>")
    }

    @Test("L03: a multi-line secret is gone whole and line by line") func hidesLines() {
        let lines = [
            "Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5", "QUJDREVGR0hJSktMTU5PUFFSU1RV", "short", "dGhlIGxhc3QgbGluZSBvZiBpdA",
        ]
        let fixture = LogFixture()
        fixture.registry.publish(Sample.secret(lines.joined(separator: "\n")), as: .key)
        fixture.log.info("key \(lines.joined(separator: "\n"), privacy: .public)")
        #expect(fixture.body == "key <redacted>")
        for line in lines where line != "short" {
            fixture.log.info("line \(line, privacy: .public).")
            #expect(fixture.body == "line <redacted>.")
        }
    }

    @Test(
        "L19: invisible and full-width characters do not hide a secret",
        arguments: [
            Sample.opaque.map { "\($0)\u{200B}" }.joined(),
            Sample.opaque.prefix(9) + "\u{FEFF}\u{AD}" + Sample.opaque.dropFirst(9),
            String(Sample.opaque.unicodeScalars.map { Character(Unicode.Scalar($0.value + 0xFEE0) ?? $0) }),
        ] as [String])
    func folds(text: String) {
        let fixture = LogFixture()
        fixture.registry.publish(Sample.secret(Sample.opaque), as: .accessToken)
        fixture.log.info("t=\(text, privacy: .public).")
        #expect(fixture.body.hasPrefix("t=<redacted>"))
        #expect(fixture.body.utf8.count < 30)
    }

    @Test(
        "Times are RFC 3339 in UTC",
        arguments: [
            (0, 0, "1970-01-01T00:00:00.000Z"), (951_782_400, 7, "2000-02-29T00:00:00.007Z"),
            (1_709_251_199, 999, "2024-02-29T23:59:59.999Z"), (4_107_542_400, 10, "2100-03-01T00:00:00.010Z"),
            (-1, 0, "1969-12-31T23:59:59.000Z"), (1_767_225_600, 0, "2026-01-01T00:00:00.000Z"),
        ] as [(Int64, Int, String)])
    func formatsTime(seconds: Int64, milliseconds: Int, text: String) {
        #expect(Timestamp.text(seconds: seconds, milliseconds: milliseconds) == text)
    }
}

import Foundation
import LeakAudit
import SessionVault
import Testing

/// How a line end is written.
enum LineEnd: String, CaseIterable, Sendable {
    case lineFeed = "\n"
    case carriageReturn = "\r\n"
    case json = "\\r\\n"
    case percent = "%0D%0A"
    case folded = "\r\n  "

    /// What stands between the lines.
    var between: String { rawValue }
}

@Suite("Values that are wrapped or dressed up") struct WrapTests {
    static let fixture = Result { try AuditFixture.withEachKind() }
    let values = SampleValues()

    private func wrapped(_ text: String, at width: Int = 76, by end: LineEnd) -> String {
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: width).map { start in
            String(decoding: bytes[start..<min(start + width, bytes.count)], as: UTF8.self)
        }.joined(separator: end.between)
    }

    /// Checks that in a log of all of `texts`, one value stands in each, and whole.
    private func check(_ texts: [(text: String, value: AuditedValue)]) throws {
        let fixture = try Self.fixture.get()
        let log = texts.map(\.text).joined(separator: "\n\n\n")
        let file = try fixture.log(Array(log.utf8), "\(UInt64.random(in: 0 ... .max)).log")
        let findings = try fixture.scan(file).findings
        #expect(findings.map(\.value) == texts.map(\.value))
        #expect(findings.allSatisfy { $0.extent == .whole })
    }

    @Test("L12: a raw value that a wrap at column 76 cuts anywhere is found whole", arguments: LineEnd.allCases)
    func findsWrappedText(end: LineEnd) throws {
        try check(
            (30...80).map { column in
                let before = (0..<column).map { $0 % 9 == 8 ? " " : "x" }.joined()
                return (wrapped(before + " " + values.pushToken + " and what follows it", by: end), .pushToken)
            })
    }

    @Test(
        "L12, L16: base64 of MIME that is wrapped at column 76 or 64 gives each value, at every alignment",
        arguments: LineEnd.allCases, [76, 64])
    func findsWrappedBase64(end: LineEnd, width: Int) throws {
        try check(
            (0..<90).map { front in
                let (kind, value) = values.all[front % 4]
                let text = String(repeating: "~", count: front) + value + String(repeating: ".", count: 150)
                return (wrapped(Data(text.utf8).base64EncodedString(), at: width, by: end), kind)
            })
    }

    @Test("Hexadecimal that is wrapped at column 76 gives the value, at every alignment")
    func findsWrappedHexadecimal() throws {
        let value = values.accessToken.utf8.map { String(format: "%02x", $0) }.joined()
        try check(
            (0..<76).map { (wrapped(String(repeating: "0", count: $0) + value + "0000", by: .lineFeed), .accessToken) })
    }

    @Test(
        "L12: a wrapped value is found at every offset around the end of a buffer and the beginning of the next",
        arguments: [false, true])
    func findsWrapsAcrossBuffers(isBase64: Bool) throws {
        let fixture = try AuditFixture()
        try fixture.signIn("1", SampleValues(refreshToken: "", deviceCode: "12345", pushToken: "12345"))
        let value = Array(values.accessToken.utf8)
        let plain = [UInt8](repeating: 0x78, count: 50) + value + Array(" and so on, and on".utf8)
        let text = isBase64 ? Data(plain).base64EncodedString() : String(decoding: plain, as: UTF8.self)
        let wrapped = Array(self.wrapped(text, by: .carriageReturn).utf8)
        let audit = try fixture.audit(chunkSize: 64)
        for offset in offsetsAroundBuffers(of: wrapped.count, chunkSize: 64, longest: value.count) {
            let log = [UInt8](repeating: 0x0A, count: offset) + wrapped + [UInt8](repeating: 0x0A, count: 700)
            let found = audit.scan([try fixture.log(log)]).findings
            #expect(found.map(\.extent) == [.whole] && found.map(\.line) == [offset + 1], "\(offset)")
        }
    }

    @Test(
        "L04: the first 24 bytes and the last are found at every offset around the end of a buffer, also with an escape",
        arguments: ["", "\\u002f"], [LeakFinding.Extent.head, .tail])
    func findsCutsAcrossBuffers(escape: String, extent: LeakFinding.Extent) throws {
        let fixture = try AuditFixture()
        try fixture.signIn("1", SampleValues(refreshToken: "", deviceCode: "12345", pushToken: "12345"))
        let whole = values.accessToken
        let value = escape.isEmpty ? whole : whole.replacing("/", with: escape)
        let length = 24 + value.utf8.count - whole.utf8.count
        let part = Array((extent == .head ? value.prefix(length) : value.suffix(length)).utf8)
        let audit = try fixture.audit(chunkSize: 64)
        for offset in offsetsAroundBuffers(of: length, chunkSize: 64, longest: whole.utf8.count) {
            let log = [UInt8](repeating: 0x0A, count: offset) + part + [UInt8](repeating: 0x0A, count: 700)
            let found = audit.scan([try fixture.log(log)]).findings
            #expect(found.map(\.extent) == [extent] && found.map(\.line) == [offset + 1], "\(offset)")
        }
    }

    @Test("Lines that merely follow one another are not joined") func keepsLinesApart() throws {
        let (first, rest) = (values.pushToken.prefix(20), values.pushToken.dropFirst(20))
        let fixture = try Self.fixture.get()
        let log = "short \(first)\n\(rest)\n" + String(repeating: "x", count: 56) + "\(first)\n\n\(rest)\n"
        #expect(try fixture.scan(try fixture.log(Array(log.utf8), "apart.log")).findings.isEmpty)
    }

    @Test(
        "L19: a value is found through characters that don't show between any two of its own",
        arguments: ["\u{200B}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{FE0F}", "\u{E0041}", "\u{202E}"])
    func findsThroughInvisibles(invisible: String) throws {
        try check(
            values.all.map { kind, value in
                ("x \(value.unicodeScalars.map { String($0) }.joined(separator: invisible)) y", kind)
            })
    }

    @Test("L19: a value is found through escapes of such characters") func findsThroughEscapes() throws {
        try check(
            [values.all[0], values.all[3]].map { kind, value in
                ("\"\(value.map { String($0) }.joined(separator: "\\u200b"))\"", kind)
            })
    }

    @Test("L19: one such character anywhere in a value, or in its base64, hides nothing") func findsThroughOne() throws
    {
        for text in [values.refreshToken, Data(values.refreshToken.utf8).base64EncodedString()] {
            try check(
                (1..<text.count).map {
                    ("x=\(text.prefix($0))\u{200D}\(text.dropFirst($0)) y", .refreshToken)
                })
        }
    }

    @Test("L19: a value in full-width characters is found, also in part") func findsFullWidth() throws {
        func wide(_ text: some StringProtocol) -> String {
            String(
                String.UnicodeScalarView(
                    text.unicodeScalars.map {
                        (0x21...0x7E).contains($0.value) ? Unicode.Scalar($0.value + 0xFEE0) ?? $0 : $0
                    }))
        }
        try check(values.all.map { ("x \(wide($1)) y", $0) })
        try check(values.all.map { ("x \(wide($1.prefix(17)))\($1.dropFirst(17)) y", $0) })
    }

    @Test("Text in other scripts is no finding, and half a character at the end does no harm") func ignoresScripts()
        throws
    {
        let text = String(repeating: "日本語のログ、全角ＡＢＣ\u{200B} — “naïve” \u{1F468}\u{200D}\u{1F469}\n", count: 200)
        for length in 0..<4 {
            let fixture = try Self.fixture.get()
            let bytes = Array(Array(text.utf8).dropLast(length))
            #expect(try fixture.scan(try fixture.log(bytes, "scripts.log")).verdict == .clean)
        }
    }
}

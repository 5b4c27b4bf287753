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

    private func check(_ text: String, _ expected: [AuditedValue], _ comment: String) throws {
        let fixture = try Self.fixture.get()
        let file = try fixture.log(Array(text.utf8), "\(UInt64.random(in: 0 ... .max)).log")
        let report = try fixture.scan(file)
        try FileManager.default.removeItem(atPath: file)
        let whole = report.findings.filter { $0.extent == .whole }
        #expect(whole.map(\.value) == expected, "\(comment)")
        #expect(report.findings.count == whole.count, "\(comment)")
    }

    @Test("L12: a raw value that a wrap at column 76 cuts anywhere is found whole", arguments: LineEnd.allCases)
    func findsWrappedText(end: LineEnd) throws {
        let (kind, value) = (AuditedValue.pushToken, values.pushToken)
        for column in 30...80 {
            let before = (0..<column).map { $0 % 9 == 8 ? " " : "x" }.joined()
            let text = "\n" + wrapped(before + " " + value + " and what follows it", by: end) + "\n"
            try check(text, [kind], "column \(column)")
        }
    }

    @Test(
        "L12, L16: base64 of MIME that is wrapped at column 76 or 64 gives each value, at every alignment",
        arguments: LineEnd.allCases, [76, 64])
    func findsWrappedBase64(end: LineEnd, width: Int) throws {
        for front in 0..<90 {
            let secret = values.all[front % 4]
            let text = String(repeating: "~", count: front) + secret.1 + String(repeating: ".", count: 150)
            let encoded = wrapped(Data(text.utf8).base64EncodedString(), at: width, by: end)
            try check("Subject: x\n\n\(encoded)\n-- \n", [secret.0], "front \(front)")
        }
    }

    @Test("Hexadecimal that is wrapped at column 76 gives the value, at every alignment")
    func findsWrappedHexadecimal() throws {
        for front in 0..<76 {
            let text = String(repeating: "0", count: front) + hexadecimal(values.accessToken) + "0000"
            try check("\n" + wrapped(text, by: .lineFeed), [.accessToken], "front \(front)")
        }
    }

    private func hexadecimal(_ value: String) -> String {
        value.utf8.map { String(format: "%02x", $0) }.joined()
    }

    @Test("L12: a wrapped value is found at every offset around the end of a chunk", arguments: [false, true])
    func findsWrapsAcrossChunks(isBase64: Bool) throws {
        let fixture = try AuditFixture()
        try fixture.signIn("1", SampleValues(refreshToken: "", deviceCode: "12345", pushToken: "12345"))
        let value = Array(values.accessToken.utf8)
        let plain = [UInt8](repeating: 0x78, count: 50) + value + Array(" and so on, and on".utf8)
        let text = isBase64 ? Array(Data(plain).base64EncodedString().utf8) : plain
        let wrapped = Array(self.wrapped(String(decoding: text, as: UTF8.self), by: .carriageReturn).utf8)
        let audit = try fixture.audit(chunkSize: 64)
        for offset in 0..<900 {
            let log = [UInt8](repeating: 0x0A, count: offset) + wrapped + [UInt8](repeating: 0x0A, count: 900 - offset)
            let found = audit.scan([try fixture.log(log)]).findings
            #expect(found.map(\.extent) == [.whole] && found.map(\.line) == [offset + 1], "\(offset)")
        }
    }

    @Test(
        "L04: the first 24 bytes and the last are found at every offset around the end of a chunk, also with an escape",
        arguments: ["", "\\u002f"])
    func findsCutsAcrossChunks(escape: String) throws {
        let fixture = try AuditFixture()
        try fixture.signIn("1", SampleValues(refreshToken: "", deviceCode: "12345", pushToken: "12345"))
        let value = escape.isEmpty ? values.accessToken : values.accessToken.replacing("/", with: escape)
        let growth = value.utf8.count - values.accessToken.utf8.count
        let audit = try fixture.audit(chunkSize: 64)
        for (part, extent) in [
            (value.prefix(24 + growth), LeakFinding.Extent.head), (value.suffix(24 + growth), .tail),
        ] {
            for offset in 0..<900 {
                let front = String(repeating: "\n", count: offset)
                let log = front + part + " " + String(repeating: "\n", count: 900 - offset)
                let found = audit.scan([try fixture.log(log)]).findings
                #expect(found.map(\.extent) == [extent] && found.map(\.line) == [offset + 1], "\(offset)")
            }
        }
    }

    @Test("Lines that merely follow one another are not joined") func keepsLinesApart() throws {
        let value = values.pushToken
        try check("short \(value.prefix(20))\n\(value.dropFirst(20))\n", [], "short")
        let spaced = "\(value.prefix(20))\n\n\(value.dropFirst(20))\n"
        try check(String(repeating: "x", count: 56) + spaced, [], "blank line")
    }

    @Test(
        "L19: a value is found through characters that don't show between any two of its own",
        arguments: ["\u{200B}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{FE0F}", "\u{E0041}", "\u{202E}", "\\u200b"])
    func findsThroughInvisibles(invisible: String) throws {
        for (kind, value) in values.all {
            let dressed = value.unicodeScalars.map { String($0) }.joined(separator: invisible)
            // Where an escape writes the character, the value's own backslashes are escaped as well.
            let escaped = invisible.hasPrefix("\\") ? value.replacing("\\", with: "\\\\") : value
            let text =
                invisible.hasPrefix("\\")
                ? escaped.unicodeScalars.map { String($0) }.joined(separator: invisible)
                    .replacing("\\\(invisible)\\", with: "\\\\") : dressed
            try check("x \(text) y", [kind], "\(kind)")
        }
    }

    @Test("L19: one such character anywhere in a value, or in its base64, hides nothing") func findsThroughOne() throws
    {
        let encoded = Data(values.refreshToken.utf8).base64EncodedString()
        for text in [values.refreshToken, encoded] {
            for place in 1..<text.utf8.count {
                let dressed = text.prefix(place) + "\u{200D}" + text.dropFirst(place)
                try check("x=\(dressed) y", [.refreshToken], "\(place)")
            }
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
        for (kind, value) in values.all {
            try check("x \(wide(value)) y", [kind], "\(kind)")
            let half = value.count / 2
            try check("x \(wide(value.prefix(half)))\(value.dropFirst(half)) y", [kind], "half of \(kind)")
        }
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

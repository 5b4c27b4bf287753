import Foundation
import Sealing
import Testing

@testable import SafeLogging

/// A way in which programs write a value that no single standard describes.
enum Disguise: CaseIterable, Sendable {
    case percentKeepingSlash, percentOfAll, percentTwice, percentOfJSON
    case jsonInJSON, jsonInJSONInJSON, upperCaseEscapes, bracedEscapes, byteEscapes, octalEscapes, entities,
        numericEntities
    case base64Twice, base64OfJSON, base64OfHex, base64InPercent, wrappedBase64, wrappedBase64CRLF
    case indentedList, indentedHex, listInJSON, base64OfList, listOfBase64, listOfPercent
    case decimalList, spacedHex, colonHex, upperColonHex, groupedHex, prefixedHex
    case startOfHeading, escape, tag, variationSelector, graphemeJoiner, fullWidth, lineSeparator

    func apply(to value: String) -> String {
        switch self {
        case .percentKeepingSlash: percent(value, keeping: "/")
        case .percentOfAll: value.utf8.map { String(format: "%%%02x", $0) }.joined()
        case .percentTwice: percent(percent(value))
        case .percentOfJSON: percent(json(value))
        case .jsonInJSON: json(json(value))
        case .jsonInJSONInJSON: json(json(json(value)))
        case .upperCaseEscapes:
            value.utf16.map { $0 > 0x7E || $0 == 0x2F ? String(format: "\\u%04X", $0) : unit($0) }.joined()
        case .bracedEscapes:
            value.unicodeScalars.map { $0.isASCII && $0 != "\"" ? String($0) : "\\u{\(String($0.value, radix: 16))}" }
                .joined()
        case .byteEscapes: value.utf8.map { isPlain($0) ? unit(UInt16($0)) : String(format: "\\x%02x", $0) }.joined()
        case .octalEscapes: value.utf8.map { isPlain($0) ? unit(UInt16($0)) : String(format: "\\%03o", $0) }.joined()
        case .entities:
            value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
                .replacing(">", with: "&gt;").replacing("'", with: "&#39;")
        case .numericEntities: value.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined()
        case .base64Twice: base64(base64("id:" + value))
        case .base64OfJSON: base64("{\"v\":" + json(value) + "}")
        case .base64OfHex: base64(hex(value).joined())
        case .base64InPercent: percent(base64("~~" + value))
        case .wrappedBase64: wrapped(value, by: [.lineLength64Characters, .endLineWithLineFeed])
        case .wrappedBase64CRLF:
            wrapped(value, by: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        case .indentedList: indented(value)
        case .indentedHex: indentedHex(value)
        case .listInJSON: json(indented(value))
        case .base64OfList: base64(indented(value))
        case .listOfBase64: "\(Array(base64(value).utf8))"
        case .listOfPercent: indented(percent(value))
        case .decimalList: "\(Array(value.utf8))"
        case .spacedHex: hex(value).joined(separator: " ")
        case .colonHex: hex(value).joined(separator: ":")
        case .upperColonHex: hex(value).joined(separator: ":").uppercased()
        case .groupedHex:
            stride(from: 0, to: value.utf8.count, by: 4).map { hex(value).dropFirst($0).prefix(4).joined() }
                .joined(separator: " ")
        case .prefixedHex: hex(value).map { "0x" + $0 }.joined(separator: ", ")
        case .startOfHeading: between(value, "\u{1}")
        case .escape: between(value, "\u{1B}")
        case .tag: between(value, "\u{E0041}")
        case .variationSelector: between(value, "\u{FE0F}")
        case .graphemeJoiner: between(value, "\u{34F}")
        case .fullWidth: String(String.UnicodeScalarView(value.unicodeScalars.map(wide)))
        case .lineSeparator: between(value, "\u{2028}")
        }
    }

    private func indented(_ value: String) -> String {
        "[" + value.utf8.map { "\n        \($0)" }.joined(separator: ",") + "\n    ]"
    }

    private func indentedHex(_ value: String) -> String {
        stride(from: 0, to: value.utf8.count, by: 12).map { start in
            "  " + hex(value).dropFirst(start).prefix(12).map { "0x" + $0 }.joined(separator: ", ")
        }.joined(separator: ",\n")
    }

    private func percent(_ value: String, keeping kept: String = "") -> String {
        value.addingPercentEncoding(
            withAllowedCharacters: .alphanumerics.intersection(.init(charactersIn: " "..."~")).union(
                .init(charactersIn: kept))) ?? ""
    }

    private func json(_ value: String) -> String {
        String(decoding: (try? JSONEncoder().encode(value)) ?? Data(), as: UTF8.self)
    }

    private func base64(_ value: String) -> String { Data(value.utf8).base64EncodedString() }

    private func wrapped(_ value: String, by options: Data.Base64EncodingOptions) -> String {
        Data((value + "-" + value + "~" + value).utf8).base64EncodedString(options: options)
    }

    private func hex(_ value: String) -> [String] { value.utf8.map { String(format: "%02x", $0) } }

    private func isPlain(_ byte: UInt8) -> Bool { (0x21...0x7E).contains(byte) }

    private func unit(_ unit: UInt16) -> String {
        unit == 0x22 || unit == 0x5C
            ? "\\" + String(UnicodeScalar(UInt8(unit))) : String(decoding: [unit], as: UTF16.self)
    }

    private func between(_ value: String, _ character: String) -> String {
        value.unicodeScalars.map { String($0) }.joined(separator: character)
    }

    private func wide(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        (0x21...0x7E).contains(scalar.value) ? Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar : scalar
    }
}

@Suite("Secrets in disguise") struct DisguiseTests {
    /// Special characters all over, so that no end of it stands unchanged in an encoding.
    static let special = "p/+ä\"s&s'w<o>r\\d=%k/+ü\"e&y'1<2>3\\4=%9/z"

    @Test(
        "C1, L02, L18, L19, L26: a known value goes however it was written, nested or not",
        arguments: Disguise.allCases, [special, Sample.opaque, "short/\"pw&1"])
    func hides(disguise: Disguise, secret: String) throws {
        let fixture = LogFixture()
        fixture.registry.publish(Sample.secret(secret), as: .password)
        let disguised = disguise.apply(to: secret)
        fixture.log.info("x \(disguised, privacy: .public) y")
        fixture.log.info("x", fields: [LogField("reason", "a b \(disguised)")])
        for body in fixture.bodies {
            #expect(body.contains("<redacted>"))
            #expect(body.utf8.count < 64)
            #expect(body.hasPrefix("x"))
        }
        #expect(fixture.bodies.first?.hasSuffix(" y") == true)
    }

    @Test(
        "C1: a value goes whole wherever the end of a wrapped line stands in it", arguments: [60, 72, 76, 80],
        ["\n", "\r\n", "\n    "])
    func hidesAcrossWraps(width: Int, lineEnd: String) {
        let fixture = LogFixture()
        fixture.registry.publish(Sample.secret(Sample.opaque), as: .password)
        for cut in 1..<Sample.opaque.count {
            let before = String(repeating: "so ", count: 30).prefix(width - cut - 1) + " "
            fixture.log.info(
                "\(before + Sample.opaque.prefix(cut) + lineEnd + Sample.opaque.dropFirst(cut), privacy: .public) y")
            #expect(fixture.body == before + "<redacted> y")
        }
    }

    @Test("L26: a list of numbers that is a secret's bytes goes, other lists stay") func hidesByteLists() {
        let fixture = LogFixture()
        fixture.registry.publish(Sample.secret(Sample.opaque), as: .accessToken)
        let bytes = Array(Sample.opaque.utf8)
        fixture.log.info("m", fields: [LogField("bytes", bytes), LogField("size", bytes.map { Int($0) })])
        #expect(!fixture.body.contains("\(bytes[4]),\(bytes[5])"))
        #expect(fixture.body.utf8.count < 64)
        fixture.log.info("m", fields: [LogField("bytes", Array(1...20))])
        #expect(fixture.body.hasSuffix(",18,19,20]"))
    }

    @Test("L04: what follows a cut goes too, whichever of the forms that begin alike it is", arguments: [30, 50, 70])
    func hidesCutForms(length: Int) {
        let secret = "begins-plain-for-20/+ends-\"with\"/+lots/of/++/escapes//++//??>>??>>end"
        let fixture = LogFixture()
        fixture.registry.publish(Sample.secret(secret), as: .password)
        fixture.registry.publish(Sample.secret("begins-plain-for-few"), as: .password)
        let base64URL = Data(secret.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        for form in [secret, Disguise.percentKeepingSlash.apply(to: secret), base64URL] {
            fixture.log.info("x \(String(form.prefix(length)), privacy: .public)")
            #expect(fixture.body == "x <redacted>")
        }
    }

    @Test("A value larger than a fingerprint may cover goes whole and in part", arguments: [70_000, 200_000])
    func hidesHugeValues(size: Int) {
        let secret = String((0..<size).map { _ in Character(Unicode.Scalar(UInt8.random(in: 0x61...0x7A))) })
        let fixture = LogFixture(lineLimit: 1 << 20)
        fixture.registry.publish(Sample.secret(secret), as: .other)
        for text in [secret, String(secret.prefix(66_000)), Data(secret.utf8).base64EncodedString()] {
            fixture.log.info("x \(text, privacy: .public)")
            #expect(fixture.body.hasPrefix("x <redacted>"))
            #expect(fixture.body.utf8.count < 64)
        }
    }

    @Test("L23: a value goes from the moment it is published, whoever logs meanwhile, into a file as well")
    func hidesConcurrently() async throws {
        let directory = ScratchDirectory()
        let sink = try FileSink(path: directory.path + "/log")
        let log = SafeLogger(category: "t", sinks: [sink])
        let secrets = (0..<32).map { "concurrent-\($0)-" + String(Sample.opaque.shuffled()) }
        await withTaskGroup(of: Void.self) { group in
            for secret in secrets {
                group.addTask {
                    KnownSecrets.publish(Sample.secret(secret), as: .accessToken)
                    for _ in 0..<8 { log.info("t \(secret, privacy: .public)") }
                }
            }
        }
        sink.flush(within: .seconds(60))
        let lines = directory.lines(of: "log")
        #expect(lines.count == 256 && lines.allSatisfy { $0.hasSuffix(" t <redacted>") })
        for secret in secrets { KnownSecrets.withdraw(Sample.secret(secret)) }
    }

    @Test(
        "Ordinary text that looks encoded stays",
        arguments: [
            "100% of a\\b & c", "at 2026-11-30 12:00:00, took [1, 2, 3] ms", "6f1c2d3e-aaaa-bbbb-cccc-1234567890ab",
            "aGVsbG8gd29ybGQgaGVsbG8gd29ybGQgaGVsbG8=", "00:1a:2b:3c:4d:5e:6f:70:81", "&#x41;&amp;&lt;",
        ])
    func keepsOrdinaryText(text: String) {
        let fixture = LogFixture()
        fixture.registry.publish(Sample.secret(Sample.opaque), as: .accessToken)
        fixture.registry.publish(Sample.secret(Self.special), as: .password)
        fixture.log.info("x \(text, privacy: .public)")
        #expect(fixture.body == "x \(text)")
    }
}

import HTTPTransport
import Sealing
import TestSupport
import Testing

private func view(_ bytes: [UInt8]) throws(JSONError) -> JSONView {
    try JSONView(secret(bytes))
}

private func fault(_ bytes: [UInt8]) -> JSONError? {
    do {
        _ = try view(bytes)
        return nil
    } catch {
        return error
    }
}

@Suite struct JSONScannerTests {
    @Test(
        "RFC 8259 texts are accepted",
        arguments: [
            "{}", "[]", "\"\"", "0", "-0", "-0.0e-0", "1E+9", "123456789012345678901234567890", "true", "false", "null",
            " \t\r\n[ 1 , 2 ] ", #"{"a":{"b":[{"c":null}]},"":""}"#,
            #""\"\\\/\b\f\n\r\t\u0000\uD83D\uDE00\ud7ff\uE000""#,
            "\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFD}\u{10000}\u{10FFFF}\"", #"{"a":1,"A":2}"#,
        ])
    func accepted(text: String) {
        #expect(fault(Array(text.utf8)) == nil)
    }

    @Test(
        "L28: anything else is refused with kind and offset",
        arguments: [
            ("", .unexpectedEnd, 0), (" ", .unexpectedEnd, 1), ("{", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2),
            ("[1,", .unexpectedEnd, 3), ("\"a", .unexpectedEnd, 2), ("tru", .unexpectedEnd, 3),
            ("{\"a\"", .unexpectedEnd, 4),
            ("\"\\", .unexpectedEnd, 2), ("\"\\u12", .unexpectedEnd, 5), ("[1,]", .unexpectedByte, 3),
            ("{,}", .unexpectedByte, 1), ("{\"a\":1,}", .unexpectedByte, 7), ("{a:1}", .unexpectedByte, 1),
            ("{'a':1}", .unexpectedByte, 1), ("[1 2]", .unexpectedByte, 3), ("{\"a\" 1}", .unexpectedByte, 5),
            ("[1}", .unexpectedByte, 2), ("{\"a\":1]", .unexpectedByte, 6), ("{1:2}", .unexpectedByte, 1),
            ("True", .unexpectedByte, 0), ("trux", .unexpectedByte, 3), ("NaN", .unexpectedByte, 0),
            ("+1", .unexpectedByte, 0),
            (".5", .unexpectedByte, 0), ("/**/1", .unexpectedByte, 0), ("\u{FEFF}{}", .unexpectedByte, 0),
            ("\u{A0}1", .unexpectedByte, 0), ("<html>", .unexpectedByte, 0), ("{}{}", .trailingBytes, 2),
            ("nullx", .trailingBytes, 4), ("1 ]", .trailingBytes, 2), ("01", .number, 1), ("-", .number, 1),
            ("-a", .number, 1), ("1.", .number, 2), ("1.e1", .number, 2), ("1e", .number, 2), ("1e+", .number, 3),
            ("00", .number, 1), ("-012", .number, 2), ("\"\\x\"", .escape, 1), ("\"\\u12g4\"", .escape, 5),
            ("\"\\ud800\"", .escape, 1), ("\"\\udc00\"", .escape, 1), ("\"\\ud800\\u0041\"", .escape, 1),
            ("\"\\ud800x\"", .escape, 1), ("\"\\ud800\\ud800\"", .escape, 1), ("\"a\nb\"", .controlCharacter, 2),
            ("\"\u{0}\"", .controlCharacter, 1), ("\"\u{1F}\"", .controlCharacter, 1),
            ("{\"a\":1,\"a\":1}", .duplicateKey, 7), ("[{\"x\":{\"b\":1,\"c\":2,\"b\":3}}]", .duplicateKey, 19),
            ("{\"error\":true,\"\\u0065rror\":false}", .duplicateKey, 14), ("{\"\":1,\"\":2}", .duplicateKey, 6),
        ] as [(String, JSONError.Kind, Int)])
    func refused(text: String, kind: JSONError.Kind, offset: Int) {
        let fault = fault(Array(text.utf8))
        #expect(fault?.kind == kind)
        #expect(fault?.offset == offset)
    }

    @Test(
        "bytes that are no UTF-8 are refused",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x20], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xED, 0xA0, 0x80], [0xEF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE],
        ] as [[UInt8]])
    func encoding(bytes: [UInt8]) {
        #expect(fault([0x22] + bytes + [0x22])?.kind == .encoding)
    }

    @Test("depth, size and number of values are bounded")
    func bounds() {
        func nested(_ depth: Int) -> [UInt8] {
            Array(repeating: UInt8(ascii: "["), count: depth) + Array(repeating: UInt8(ascii: "]"), count: depth)
        }
        #expect(fault(nested(64)) == nil)
        #expect(fault(nested(65))?.kind == .tooDeep)
        #expect(fault(Array(repeating: UInt8(ascii: "["), count: 1 << 20))?.kind == .tooDeep)
        #expect(fault(Array(repeating: UInt8(ascii: " "), count: 16 << 20 + 1))?.kind == .tooLarge)
        #expect(fault(Array(("[" + String(repeating: "1,", count: 1 << 18) + "1]").utf8))?.kind == .tooLarge)
    }

    @Test("an object of many keys is checked for duplicates in about linear time", .timeLimit(.minutes(1)))
    func manyKeys() {
        let members = (0..<5_000).map { "\"k\($0)\":1" }
        #expect(fault(Array("{\(members.joined(separator: ","))}".utf8)) == nil)
        #expect(fault(Array("{\(members.joined(separator: ",")),\"k0\":2}".utf8))?.kind == .duplicateKey)
    }

    @Test("no prefix, cut or altered byte of an answer makes it trap")
    func hostileBytes() {
        let text = Array(
            #"{"error":false,"result":{"id":"4\u0031","n":-1.5e3,"s":"\ud83d\ude00é","a":[true,null]}}"#.utf8)
        for index in text.indices {
            #expect(fault(Array(text[..<index])) != nil)
            for byte in [0, 0x22, 0x5C, 0x7B, 0x5D, 0x2C, 0x75, 0x80, 0xF0, 0xFF] as [UInt8] {
                var altered = text
                altered[index] = byte
                guard let view = try? view(altered) else { continue }
                _ = view.raw(view.root, without: ["id"])
                _ = view.value("result", "s").flatMap { view.publicText($0) }
            }
        }
    }

    @Test("L05, L28: a fault shows nothing of the document")
    func silentFault() {
        let fault = fault(Array(#"{"password":"hunter2" oops}"#.utf8))
        #expect(fault?.kind == .unexpectedByte)
        var shown = "\(fault as Any) \(fault?.description ?? "")"
        dump(fault, to: &shown)
        #expect(!shown.contains("hunter2"))
        #expect(!shown.contains("oops"))
    }
}

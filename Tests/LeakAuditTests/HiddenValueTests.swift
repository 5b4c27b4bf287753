import Foundation
import SessionVault
import Testing

@testable import LeakAudit

/// A way to write a value that a search for it as it is does not see.
enum Hiding: CaseIterable, Sendable {
    case namedEntities, decimalEntities, hexadecimalEntities, entitiesInJSON
    case decimalList, spacedHex, colonHex, groupedHex, prefixedHex, listOverLines
    case indentedHex, indentedList, deepList, semicolonList, listInJSON, listInPercent, listInBase64, listInHex,
        listInUTF16
    case listInList, listInEntities, wrappedList, base64InList, percentInList, utf16InList
    case utf16WithMark, utf32, zeroBytes, escapes, mark
    case doublePercent, tripleJSON, surrogates, base64URLWrapped, base64InEntities

    func apply(to value: String) -> [UInt8] {
        switch self {
        case .namedEntities:
            utf8(
                value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
                    .replacing(">", with: "&gt;").replacing("'", with: "&#39;").replacing("=", with: "&#x3D;"))
        case .decimalEntities: utf8(value.unicodeScalars.map { "&#\($0.value);" }.joined())
        case .hexadecimalEntities: utf8(hexadecimalEntities(value))
        case .entitiesInJSON: utf8(hexadecimalEntities(value).replacing("&", with: "\\u0026"))
        case .decimalList: utf8("\(Array(value.utf8))")
        case .spacedHex: utf8(hex(value).joined(separator: " "))
        case .colonHex: utf8(hex(value).joined(separator: ":").uppercased())
        case .groupedHex:
            utf8(
                stride(from: 0, to: value.utf8.count, by: 2).map { hex(value).dropFirst($0).prefix(2).joined() }
                    .joined(separator: " "))
        case .prefixedHex: utf8(hex(value).map { "0x" + $0 }.joined(separator: ", "))
        case .listOverLines: utf8(value.utf8.map(String.init).joined(separator: ",\n "))
        case .utf16WithMark: [0xFF, 0xFE] + Array(value.data(using: .utf16LittleEndian) ?? Data())
        case .utf32: Array(value.data(using: .utf32BigEndian) ?? Data())
        case .zeroBytes: value.utf8.flatMap { [$0, 0, 0] }
        case .escapes: value.utf8.flatMap { [$0, 0x1B] }
        case .mark: utf8("\u{FEFF}" + value)
        case .doublePercent: utf8(percent(percent(value)))
        case .tripleJSON: utf8(json(json(json(value))))
        case .surrogates: utf8("\\ud83d\\ude00" + value.map { $0 == "/" ? "\\u002F" : "\($0)" }.joined())
        case .base64URLWrapped: utf8(base64URLWrapped(value))
        case .base64InEntities: utf8(Data(value.utf8).base64EncodedString().replacing("=", with: "&#61;"))
        default: applyList(to: value)
        }
    }

    /// Lists of bytes over lines, and in and around other encodings.
    private func applyList(to value: String) -> [UInt8] {
        let list = indented(value.utf8, by: "  ")
        return switch self {
        case .indentedHex: utf8(xxd(value))
        case .indentedList: utf8(list)
        case .deepList: utf8(indented(value.utf8, by: "\t" + String(repeating: " ", count: 19), end: "\r\n"))
        case .semicolonList: utf8(value.utf8.map(String.init).joined(separator: " ; "))
        case .listInJSON: utf8(json("{\"a\":\(list)}"))
        case .listInPercent: utf8(percent(list))
        case .listInBase64: utf8(Data("{\"a\":\(list)}".utf8).base64EncodedString())
        case .listInHex: utf8(hex(xxd(value)).joined())
        case .listInUTF16: Array(list.data(using: .utf16LittleEndian) ?? Data())
        case .listInList: utf8("\(Array("\(Array(value.utf8))".utf8))")
        case .listInEntities: utf8(list.replacing("\n", with: "&#10;").replacing(" ", with: "&#x20;"))
        case .wrappedList: utf8(wrapped(Array(value.utf8)))
        case .base64InList: utf8("\(Array(Data(value.utf8).base64EncodedString().utf8))")
        case .percentInList: utf8(indented(percent(value).utf8, by: "  "))
        case .utf16InList: utf8("\(Array(value.data(using: .utf16BigEndian) ?? Data()))")
        default: []
        }
    }

    private func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// As JSON is printed for people.
    private func indented(_ bytes: some Sequence<UInt8>, by indent: String, end: String = "\n") -> String {
        "[" + bytes.map { end + indent + indent + "\($0)" }.joined(separator: ",") + end + indent + "]"
    }

    /// As `xxd -i` prints bytes for a program in C.
    private func xxd(_ value: String) -> String {
        let lines = stride(from: 0, to: value.utf8.count, by: 12).map { start in
            "  " + hex(value).dropFirst(start).prefix(12).map { "0x\($0)" }.joined(separator: ", ")
        }
        return "unsigned char a[] = {\n\(lines.joined(separator: ",\n"))\n};"
    }

    /// In lines of up to 76 columns.
    private func wrapped(_ bytes: [UInt8]) -> String {
        var text = "["
        var column = 1
        for byte in bytes {
            let item = "\(byte), "
            if column + item.count > 76 { text += "\n" }
            column = text.last == "\n" ? item.count : column + item.count
            text += item
        }
        return text + "]"
    }

    private func hex(_ value: String) -> [String] { value.utf8.map { String(format: "%02x", $0) } }

    private func hexadecimalEntities(_ value: String) -> String {
        value.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined()
    }

    private func percent(_ value: String) -> String {
        value.addingPercentEncoding(withAllowedCharacters: .alphanumerics.intersection(.init(charactersIn: " "..."~")))
            ?? ""
    }

    private func json(_ value: String) -> String {
        String(decoding: (try? JSONEncoder().encode(value)) ?? Data(), as: UTF8.self)
    }

    private func base64URLWrapped(_ value: String) -> String {
        let text = Data((String(repeating: "~", count: 40) + value).utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return "\(text.prefix(76))\n\(text.dropFirst(76))"
    }
}

@Suite("Values that are hidden") struct HiddenValueTests {
    static let fixture = Result { try AuditFixture.withEachKind() }
    let values = SampleValues()

    @Test(
        "L02, L18, L19, L26: each kind of value is found whole, whatever it is written as, also one in the other",
        arguments: Hiding.allCases)
    func findsHidden(hiding: Hiding) throws {
        let fixture = try Self.fixture.get()
        let audit = try fixture.audit()
        // Beyond ASCII, UTF-32 has bytes of its own.
        for (kind, value) in values.all where hiding != .utf32 || value.utf8.allSatisfy({ $0 < 0x80 }) {
            for front in 0..<4 {
                let log = Array(String(repeating: "=", count: front).utf8) + Array(" x ".utf8) + hiding.apply(to: value)
                let file = try fixture.log(log + Array(" y\n".utf8), "\(hiding).log")
                let findings = audit.scan([file]).findings
                #expect(findings.map(\.value) == [kind] && findings.map(\.extent) == [.whole], "\(kind) \(front)")
            }
        }
    }

    @Test(
        "Each is found at every place around where one stretch of a log ends and the next begins",
        arguments: Hiding.allCases)
    func findsAcrossStretches(hiding: Hiding) throws {
        let fixture = try AuditFixture()
        let value = values.accessToken
        try fixture.signIn("1", SampleValues(refreshToken: "", deviceCode: "12345", pushToken: "12345"))
        let hidden = hiding.apply(to: value)
        let offsets = offsetsAroundBuffers(of: hidden.count, chunkSize: 64, longest: value.utf8.count)
        let audit = try fixture.audit(chunkSize: 64)
        // Some of them, others in each run: all take long.
        for offset in stride(from: offsets[Int.random(in: 0..<61)], through: offsets[offsets.count - 1], by: 61)
        where offset >= 0 {
            let log = [UInt8](repeating: 0x0A, count: offset) + hidden + [UInt8](repeating: 0x0A, count: 900)
            let findings = audit.scan([try fixture.log(log, "border.log")]).findings
            #expect(findings.map(\.extent) == [.whole], "\(offset)")
        }
    }

    @Test("Lists of other numbers, entities and control characters are no finding", arguments: Hiding.allCases)
    func ignoresOthers(hiding: Hiding) throws {
        let fixture = try Self.fixture.get()
        let log = (0..<200).flatMap { _ in
            hiding.apply(to: String(values.refreshToken.shuffled())) + Array(" and more\n".utf8)
        }
        #expect(try fixture.scan(try fixture.log(log, "others-\(hiding).log")).verdict == .clean)
    }

    static let foreign: [[UInt8]] = [
        [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], [0x28, 0xB5, 0x2F, 0xFD], Array("BZh91AY&SY".utf8), [0x1F, 0x9D, 0x90],
        [0x04, 0x22, 0x4D, 0x18], Array("LZIP".utf8), [0x50, 0x4B, 3, 4], [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C],
    ]

    @Test(
        "L14: a file that is packed in another way is never called clean, and searched as it is",
        arguments: foreign, [1_048_576, 64])
    func namesForeign(start: [UInt8], chunkSize: Int) throws {
        let fixture = try AuditFixture.withEachKind()
        let padding = [UInt8](repeating: 0x2E, count: 4_000)
        let report = try fixture.scan(try fixture.log(start + padding, "foreign"), chunkSize: chunkSize)
        #expect(report.verdict == .undecided && report.unreadFiles.map(\.reason) == [.otherCompression])
        let leak = start + padding + Array(values.pushToken.utf8) + padding
        let found = try fixture.scan(try fixture.log(leak, "foreign"), chunkSize: chunkSize)
        #expect(found.findings.map(\.value) == [.pushToken] && found.unreadFiles.count == 1)
        for text in ["BZh is a word", "PK", "LZ", "(\u{B5}/"] {
            #expect(try fixture.scan(try fixture.log(Array(text.utf8), "text")).verdict == .clean)
        }
    }

    @Test("L14: xz of a log that leaks is not called clean", .enabled(if: Tool.isThere("xz")))
    func namesXZ() throws {
        let fixture = try Self.fixture.get()
        let packed = try Tool.run("xz", ["-c", try fixture.log(Array(values.pushToken.utf8), "plain")])
        #expect(try fixture.scan(try fixture.log(packed, "a.log.xz")).verdict != .clean)
    }
}

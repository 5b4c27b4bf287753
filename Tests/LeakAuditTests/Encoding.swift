import Foundation

/// How a value may have been written into a log: by encoders that are not this package's.
enum Encoding: CaseIterable, Sendable {
    case raw, hexLower, hexUpper, percent, percentLower, json, jsonSlash, jsonHTML, jsonUnicode, jsonASCII, utf16LE,
        utf16BE
    case base64First, base64Second, base64Third, base64URLFirst, base64URLSecond, base64URLThird

    /// The name that a report gives the value in this encoding: the plainest that writes it so.
    func name(for value: String) -> String {
        let encoded = encode(value)
        if encoded.bytes == Array(value.utf8) { return "raw" }
        let plain: Encoding? =
            switch self {
            case .base64URLFirst: .base64First
            case .base64URLSecond: .base64Second
            case .base64URLThird: .base64Third
            default: nil
            }
        return plain?.encode(value).own(in: encoded) == true ? "base64" : name
    }

    private var name: String {
        switch self {
        case .raw: "raw"
        case .hexLower, .hexUpper: "hex"
        case .percent, .percentLower: "percent"
        case .json, .jsonSlash, .jsonHTML, .jsonUnicode, .jsonASCII: "json"
        case .utf16LE: "utf-16le"
        case .utf16BE: "utf-16be"
        case .base64First, .base64Second, .base64Third: "base64"
        case .base64URLFirst, .base64URLSecond, .base64URLThird: "base64url"
        }
    }

    /// What stands in the log, and which bytes of it tell of the value alone.
    func encode(_ value: String) -> Encoded {
        switch self {
        case .raw: Encoded(Array(value.utf8))
        case .hexLower: Encoded(value.utf8.flatMap { Array(String(format: "%02x", $0).utf8) })
        case .hexUpper: Encoded(value.utf8.flatMap { Array(String(format: "%02X", $0).utf8) })
        case .percent, .percentLower: Encoded(Array(percent(value).utf8))
        case .json: Encoded(json(value, .withoutEscapingSlashes))
        case .jsonSlash: Encoded(json(value, []))
        case .jsonHTML: Encoded(Array(htmlSafe(value).utf8))
        case .jsonUnicode: Encoded(value.utf16.flatMap { Array(String(format: "\\u%04x", $0).utf8) })
        case .jsonASCII: Encoded(jsonInASCII(value))
        case .utf16LE: Encoded([UInt8](value.data(using: .utf16LittleEndian) ?? Data()))
        case .utf16BE: Encoded([UInt8](value.data(using: .utf16BigEndian) ?? Data()))
        case .base64First: base64(value, after: 3, isURL: false)
        case .base64Second: base64(value, after: 4, isURL: false)
        case .base64Third: base64(value, after: 5, isURL: false)
        case .base64URLFirst: base64(value, after: 3, isURL: true)
        case .base64URLSecond: base64(value, after: 4, isURL: true)
        case .base64URLThird: base64(value, after: 5, isURL: true)
        }
    }

    private func percent(_ value: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        let encoded = value.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        guard self == .percentLower else { return encoded }
        return encoded.split(separator: "%", omittingEmptySubsequences: false).enumerated().map { index, part in
            index == 0 ? String(part) : "%" + part.prefix(2).lowercased() + part.dropFirst(2)
        }.joined()
    }

    private func json(_ value: String, _ formatting: JSONEncoder.OutputFormatting) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        return [UInt8]((try? encoder.encode(value)) ?? Data()).dropFirst().dropLast()
    }

    private func jsonInASCII(_ value: String) -> [UInt8] {
        String(decoding: json(value, .withoutEscapingSlashes), as: UTF8.self).utf16.flatMap { unit in
            unit < 0x80 ? [UInt8(unit)] : Array(String(format: "\\u%04x", unit).utf8)
        }
    }

    /// As template engines write JSON into HTML.
    private func htmlSafe(_ value: String) -> String {
        value.map {
            "\"&'+/<=>\\`".contains($0) && $0 != "`" ? String(format: "\\u%04x", $0.asciiValue ?? 0) : String($0)
        }
        .joined()
    }

    /// Base64 of a text that has `front` bytes before the value, and some behind it.
    private func base64(_ value: String, after front: Int, isURL: Bool) -> Encoded {
        let text = String(repeating: "~", count: front) + value + "?behind"
        var encoded = Data(text.utf8).base64EncodedString()
        if isURL {
            encoded = encoded.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        // Characters at both ends hold bits of what stands beside the value.
        let start = front * 8 / 6
        let length = ((front + value.utf8.count) * 8 + 5) / 6 - start
        return Encoded(Array(encoded.utf8), own: start..<(start + length))
    }
}

struct Encoded {
    let bytes: [UInt8]
    let own: Range<Int>

    init(_ bytes: [UInt8], own: Range<Int>? = nil) {
        self.bytes = bytes
        self.own = own ?? bytes.indices
    }

    /// Tells whether both hold the same bytes of the value.
    func own(in other: Encoded) -> Bool { bytes[own] == other.bytes[other.own] }
}

/// An answer for programs (RFC 8259).
///
/// Members keep their order.
enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(Int64)
    case string(String)
    case array([JSONValue])
    case object([(String, JSONValue)])

    /// An answer's outermost object, which names its schema.
    static func answer(_ schema: String, _ members: [(String, JSONValue)]) -> JSONValue {
        .object([("schema", .string("sessionvault.\(schema)"))] + members)
    }

    static func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }

    static func integer(_ value: (some BinaryInteger)?) -> JSONValue {
        value.map { .number(Int64(clamping: $0)) } ?? .null
    }
}

extension JSONValue {
    /// The value as text, indented, ending in a line feed.
    var text: String {
        var text = ""
        write(to: &text, indent: "")
        return text + "\n"
    }

    /// The value as one line, ending in a line feed.
    var line: String {
        var text = ""
        write(to: &text, indent: nil)
        return text + "\n"
    }

    /// - Parameter indent: what stands before each line; nil where there is to be one line.
    private func write(to text: inout String, indent: String?) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += String(value)
        case .string(let value): Self.quote(value, to: &text)
        case .array(let values):
            Self.writeList(values, "[", "]", to: &text, indent: indent) { $0.write(to: &$1, indent: $2) }
        case .object(let members):
            Self.writeList(members, "{", "}", to: &text, indent: indent) { member, text, indent in
                Self.quote(member.0, to: &text)
                text += ": "
                member.1.write(to: &text, indent: indent)
            }
        }
    }

    private static func writeList<Element>(
        _ elements: [Element], _ open: String, _ close: String, to text: inout String, indent: String?,
        _ body: (Element, inout String, String?) -> Void
    ) {
        let inner = indent.map { $0 + "  " }
        text += open
        for (number, element) in elements.enumerated() {
            if number > 0 { text += inner == nil ? ", " : "," }
            if let inner { text += "\n" + inner }
            body(element, &text, inner)
        }
        if let indent, !elements.isEmpty { text += "\n" + indent }
        text += close
    }

    /// Escapes everything but visible ASCII, so that no reader and no terminal is led astray.
    private static func quote(_ value: String, to text: inout String) {
        text += "\""
        for unit in value.utf16 {
            switch unit {
            case 0x22: text += "\\\""
            case 0x5C: text += "\\\\"
            case 0x20...0x7E: text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            default:
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            }
        }
        text += "\""
    }
}

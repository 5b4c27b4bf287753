/// Redacts a value by the names in it, then renders it: scalars plainly, lists and objects as JSON.
enum ValueRenderer {
    /// Levels of nesting that are shown; of an entry with more nothing is.
    static let depthLimit = 8

    /// The value as it stands inside a message.
    static func text(of value: LogValue) throws(RedactionFault) -> String {
        if case .text(let plain) = value.content { return plain }
        var text: [UInt8] = []
        try append(value, to: &text, depth: 0)
        return String(decoding: text, as: UTF8.self)
    }

    /// The field as ` name=value`, redacted by its name and privacy.
    static func append(_ field: LogField, to text: inout [UInt8]) throws(RedactionFault) {
        let name = FieldName.judgement(of: field.name)
        text.append(UInt8(ascii: " "))
        text.append(field.name)
        text.append(UInt8(ascii: "="))
        guard !name.bearsSecret else {
            text += Redaction.mark.utf8
            return
        }
        switch field.privacy {
        case .hidden(let privacy): text += privacy.mark.utf8
        case .shown: try append(field.value, to: &text, depth: 0)
        case .byName:
            if name.isKnownSafe {
                try append(field.value, to: &text, depth: 0)
            } else {
                text += Redaction.privateMark.utf8
            }
        }
    }

    private static func append(_ value: LogValue, to text: inout [UInt8], depth: Int) throws(RedactionFault) {
        switch value.content {
        case .null: text += "null".utf8
        case .bool(let value): text += (value ? "true" : "false").utf8
        case .signed(let value): text += String(value).utf8
        case .unsigned(let value): text += String(value).utf8
        case .number(let value): text += String(value).utf8
        case .text(let value): appendQuoted(value, to: &text, always: depth > 0)
        case .bytes(let value): appendQuoted(Hexadecimal.lower(value), to: &text, always: depth > 0)
        case .url(let value): appendQuoted(redactedURL(value), to: &text, always: depth > 0)
        case .form(let value): appendQuoted(redactedForm(value), to: &text, always: depth > 0)
        case .headers(let headers):
            let members = headers.map { LogValue.Member(name: $0.name, value: HeaderPolicy.shown($0)) }
            try appendObject(members, to: &text, depth: depth)
        case .redacted: appendQuoted(Redaction.mark, to: &text, always: depth > 0)
        case .list(let elements): try appendList(elements, to: &text, depth: depth)
        case .object(let members): try appendObject(members, to: &text, depth: depth)
        }
    }

    private static func appendList(_ elements: [LogValue], to text: inout [UInt8], depth: Int) throws(RedactionFault) {
        guard depth < depthLimit else { throw RedactionFault() }
        text.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            try append(element, to: &text, depth: depth + 1)
        }
        text.append(UInt8(ascii: "]"))
    }

    private static func appendObject(_ members: [LogValue.Member], to text: inout [UInt8], depth: Int)
        throws(RedactionFault)
    {
        guard depth < depthLimit else { throw RedactionFault() }
        text.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            appendQuoted(member.name, to: &text, always: true)
            text.append(UInt8(ascii: ":"))
            try append(FieldName.bearsSecret(member.name) ? .redacted : member.value, to: &text, depth: depth + 1)
        }
        text.append(UInt8(ascii: "}"))
    }

    /// Quotes text that could be taken for the syntax around it.
    private static func appendQuoted(_ value: String, to text: inout [UInt8], always: Bool) {
        let needsQuotes = value.utf8.contains { $0 <= 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x3D }
        guard always || needsQuotes || value.isEmpty else {
            text += value.utf8
            return
        }
        text.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append(UInt8(ascii: "\\")) }
            text.append(byte)
        }
        text.append(UInt8(ascii: "\""))
    }
}

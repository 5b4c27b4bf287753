/// Renders a URL (RFC 3986) without what may be secret in it: user information is dropped, values of the query and the
/// fragment become `<redacted>`, and what can't be parsed is redacted whole.
///
/// Takes time linear in the text.
public func redactedURL(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let schemeEnd = schemeEnd(in: bytes) else { return redactedReference(bytes[...]) }
    let scheme = String(decoding: bytes[..<schemeEnd], as: UTF8.self)
    let afterScheme = bytes[(schemeEnd + 1)...]
    guard afterScheme.starts(with: Array("//".utf8)) else { return scheme + ":" + Redaction.mark }
    let rest = afterScheme.dropFirst(2)
    let authorityEnd = rest.firstIndex { isOneOf($0, "/?#\\") } ?? rest.endIndex
    guard let host = host(of: rest[..<authorityEnd]) else { return scheme + "://" + Redaction.mark }
    return scheme + "://" + host + redactedReference(rest[authorityEnd...])
}

/// Renders the fields of a form with each value replaced by `<redacted>`, and so is what has no name.
func redactedForm(_ text: String) -> String {
    redactedQuery(Array(text.utf8)[...])
}

/// Path, query and fragment.
private func redactedReference(_ bytes: ArraySlice<UInt8>) -> String {
    let pathEnd = bytes.firstIndex { isOneOf($0, "?#") } ?? bytes.endIndex
    let path = bytes[..<pathEnd]
    guard !path.contains(UInt8(ascii: "@")) || path.first == UInt8(ascii: "/") else { return Redaction.mark }
    var text = String(decoding: path, as: UTF8.self)
    var rest = bytes[pathEnd...]
    if rest.first == UInt8(ascii: "?") {
        let queryEnd = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
        text += "?" + redactedQuery(rest[..<queryEnd].dropFirst())
        rest = rest[queryEnd...]
    }
    return rest.isEmpty ? text : text + "#" + Redaction.mark
}

private func redactedQuery(_ query: ArraySlice<UInt8>) -> String {
    query.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: ";") }
        .map { item in
            guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { return Redaction.mark }
            let name = item[..<equals]
            let isPlain = name.count <= 64 && name.allSatisfy { isURLNameByte($0) }
            return (isPlain ? String(decoding: name, as: UTF8.self) : Redaction.mark) + "=" + Redaction.mark
        }
        .joined(separator: "&")
}

/// The host and port behind any user information, or nil where they can't be told from a password.
private func host(of authority: ArraySlice<UInt8>) -> String? {
    let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
    let host = authority[start...]
    var port = host[host.endIndex...]
    if host.first == UInt8(ascii: "[") {
        guard let close = host.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        port = host[(close + 1)...]
    } else if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
        port = host[colon...]
    }
    let isPort = port.isEmpty || (port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy { isDigit($0) })
    return isPort && !host.isEmpty ? String(decoding: host, as: UTF8.self) : nil
}

private func schemeEnd(in bytes: [UInt8]) -> Int? {
    guard let colon = bytes.firstIndex(where: { !isURLNameByte($0) && $0 != UInt8(ascii: "+") }),
        bytes[colon] == UInt8(ascii: ":"), colon > 0, !isDigit(bytes[0])
    else { return nil }
    return colon
}

private func isURLNameByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || isOneOf(byte, "-_.~")
}

private func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte)
}

private func isOneOf(_ byte: UInt8, _ set: String) -> Bool {
    set.utf8.contains(byte)
}

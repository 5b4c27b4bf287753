/// What a log shows of the header fields of HTTP messages: what is known to hold no secret.
enum HeaderPolicy {
    static func shown(_ header: LogValue.Header) -> LogValue {
        let name = header.name.lowercased()
        guard !FieldName.bearsSecret(name) else { return .redacted }
        if urls.contains(name) { return .url(header.value) }
        return LogValue(content: .text(known.contains(name) ? header.value : Redaction.privateMark))
    }

    private static let urls: Set<String> = ["content-location", "location", "origin", "referer"]

    private static let known: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "accept-ranges", "age", "allow",
        "cache-control", "connection", "content-encoding", "content-language", "content-length", "content-range",
        "content-type", "date", "expect", "expires", "host", "keep-alive", "last-modified", "pragma", "range",
        "retry-after", "server", "strict-transport-security", "te", "trailer", "transfer-encoding", "upgrade",
        "user-agent", "vary", "via", "warning",
    ]
}

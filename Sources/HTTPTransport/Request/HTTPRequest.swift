package import Sealing

/// One request, which is sent once and gone, with the credentials that were lent to it.
///
/// Credentials belong to a request and never to a client: what one account authorized can't go out with another's
/// request. Header lines, the bearer token and the body stand in secret memory.
package struct HTTPRequest: ~Copyable, Sendable {
    package let method: HTTPMethod
    package let url: ServerURL

    private(set) var lines: [HeaderLine] = []
    private(set) var body = SecretBytes(zeroed: 0)

    package init(_ method: HTTPMethod, _ url: ServerURL) {
        self.method = method
        self.url = url
    }

    /// Adds a header whose value is no secret.
    ///
    /// A name that is no token, or a value with a control character or anything beyond ASCII, is refused.
    package mutating func setHeader(_ name: StaticString, _ value: String) throws(TransportError) {
        try setHeader(name, prefix: "", secret: SecretBytes(utf8: value))
    }

    /// Adds a header with a secret value, such as an API key; `prefix` stands before the value.
    package mutating func setHeader(
        _ name: StaticString, prefix: StaticString = "", secret value: borrowing SecretBytes
    ) throws(TransportError) {
        lines.append(try HeaderLine(name, prefix: prefix, value: value))
    }

    /// Adds `Authorization: Bearer …` (RFC 6750).
    package mutating func authorize(bearer token: borrowing SecretBytes) throws(TransportError) {
        guard !token.isEmpty else { throw TransportError(.invalidHeader) }
        try setHeader("Authorization", prefix: "Bearer ", secret: token)
    }

    /// Sets the body and its media type.
    package mutating func setBody(_ body: consuming SecretBytes, type: MediaType) throws(TransportError) {
        self.body = consume body
        try setHeader("Content-Type", type.rawValue)
    }

    package enum MediaType: String, Sendable {
        case json = "application/json"
        case form = "application/x-www-form-urlencoded"
    }
}

/// A header as libcurl takes it: one line in secret memory, ended by a zero byte.
final class HeaderLine: Sendable {
    let bytes: SecretBytes

    init(_ name: StaticString, prefix: StaticString, value: borrowing SecretBytes) throws(TransportError) {
        let isValid = value.withExposedBytes { value in
            (0..<value.byteCount).allSatisfy { (0x20...0x7E).contains(value.byte(at: $0)) }
        }
        guard isValid, name.withUTF8Buffer({ name in unsafe name.allSatisfy(Self.isTokenByte) && !name.isEmpty }) else {
            throw TransportError(.invalidHeader)
        }
        // libcurl reads `Name:` as "do not send this header" and `Name;` as an empty one.
        let isEmpty = value.isEmpty && prefix.utf8CodeUnitCount == 0
        let separator: StaticString = isEmpty ? ";" : ": "
        let parts = [name, separator, prefix]
        let size = parts.reduce(value.count + 1) { $0 + $1.utf8CodeUnitCount }
        var writer = SecretWriter(capacity: size)
        for part in parts {
            part.withUTF8Buffer { part in writer.append(unsafe RawSpan(_unsafeBytes: UnsafeRawBufferPointer(part))) }
        }
        value.withExposedBytes { value in writer.append(value) }
        bytes = writer.finish()
    }

    /// `tchar` of RFC 9110.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

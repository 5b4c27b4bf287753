/// An absolute URL that credentials may be sent to: `https`, or `http` to this machine alone.
///
/// The accepted form is a strict subset of RFC 3986, so that this check and libcurl can't understand a URL differently:
/// no user, no fragment, no backslash, no dot segment, a host that is a name, a dotted quad or a bracketed IPv6 address.
package struct ServerURL: Equatable, Sendable {
    /// Why a text is no such URL.
    ///
    /// It never quotes the text, which may hold a password.
    package enum Refusal: Error, Equatable, Sendable {
        case tooLong
        /// Neither `https://…` nor `http://…`.
        case scheme
        /// `http` to another machine.
        case insecure
        case userInfo
        case fragment
        case host
        case port
        /// A character that must be percent-encoded, a broken percent escape, or a dot segment.
        case path
    }

    /// The longest URL in bytes.
    package static let maximumLength = 4_096

    /// Scheme, host and port; for messages.
    package let origin: String
    package let isLoopback: Bool

    /// The part after the origin: empty, or a path from `/`, and perhaps a query from `?`.
    let target: String

    /// The whole URL, which may name accounts.
    package var text: String { origin + target }

    package init(_ text: String) throws(Refusal) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumLength else { throw .tooLong }
        let isSecure = Self.has(prefix: "https://", bytes)
        guard isSecure || Self.has(prefix: "http://", bytes) else { throw .scheme }
        let start = isSecure ? 8 : 7
        let end = bytes[start...].firstIndex { [0x2F, 0x3F, 0x23, 0x5C].contains($0) } ?? bytes.endIndex
        guard !bytes[start..<end].contains(UInt8(ascii: "@")) else { throw .userInfo }
        let authority = try Authority(bytes[start..<end])
        guard isSecure || authority.isLoopback else { throw .insecure }
        try URLTarget.check(bytes[end...])
        isLoopback = authority.isLoopback
        origin = (isSecure ? "https://" : "http://") + authority.text
        target = String(decoding: bytes[end...], as: UTF8.self)
    }

    private init(origin: String, isLoopback: Bool, target: String) {
        self.origin = origin
        self.isLoopback = isLoopback
        self.target = target
    }

    /// The URL of something below this one.
    ///
    /// Each component is percent-encoded, so that a value from outside stays one component; the components `.`, `..`
    /// and the empty one are refused, as is a URL that already has a query.
    package func appending(_ components: String...) throws(Refusal) -> ServerURL {
        guard !target.utf8.contains(UInt8(ascii: "?")) else { throw .path }
        var path = target
        for component in components {
            guard !["", ".", ".."].contains(component) else { throw .path }
            if !path.utf8.reversed().starts(with: [UInt8(ascii: "/")]) { path += "/" }
            path += URLTarget.percentEncoded(component)
        }
        return try limited(path)
    }

    /// The URL with a query, or with more of it where it has one; names and values are percent-encoded.
    ///
    /// Secrets have no place here: queries reach access logs.
    package func appending(query: [(name: String, value: String)]) throws(Refusal) -> ServerURL {
        let separator = target.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        let pairs = query.map { URLTarget.percentEncoded($0.name) + "=" + URLTarget.percentEncoded($0.value) }
        return try limited((target.isEmpty ? "/" : target) + separator + pairs.joined(separator: "&"))
    }

    private func limited(_ target: String) throws(Refusal) -> ServerURL {
        guard origin.utf8.count + target.utf8.count <= Self.maximumLength else { throw .tooLong }
        return ServerURL(origin: origin, isLoopback: isLoopback, target: target)
    }

    private static func has(prefix: StaticString, _ bytes: [UInt8]) -> Bool {
        prefix.withUTF8Buffer { prefix in
            guard bytes.count >= prefix.count else { return false }
            return unsafe zip(prefix, bytes).allSatisfy { $0 == $1 | ($1 >= 0x41 && $1 <= 0x5A ? 0x20 : 0) }
        }
    }
}

extension ServerURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The origin alone, since paths and queries name accounts.
    package var description: String { origin }
    package var debugDescription: String { origin }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension ServerURL.Refusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tooLong: "the URL is longer than \(ServerURL.maximumLength) bytes"
        case .scheme: "the URL does not begin with https://"
        case .insecure: "the URL is not secure: http:// is for this machine alone, use https://"
        case .userInfo: "the URL holds a user name or password, which it must not"
        case .fragment: "the URL has a fragment, which it must not"
        case .host: "the URL's host is no name, IPv4 address or bracketed IPv6 address"
        case .port: "the URL's port is no number from 1 to 65535"
        case .path: "the URL's path or query holds a character, escape or segment that is not allowed"
        }
    }
}

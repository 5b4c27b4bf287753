package import Sealing

/// The claims of an OpenID identity token (OpenID Connect Core 1.0, 2).
///
/// Its signature is not checked, so there is no key or algorithm to be confused about; whoever relies on the claims has to
/// have the token from where its word is good. From the provider's token endpoint it comes over TLS, whose check of the
/// server may stand in for the signature (Core, 3.1.3.7, rule 6), or from this machine. A token that comes from elsewhere
/// is only handed on, to a server that checks it.
package struct IdentityToken: ~Copyable {
    /// Why a token is of no use.
    package enum Refusal: Error, Equatable, Sendable {
        /// It is no signed JSON Web Token (RFC 7519) of at most 16 KiB.
        case form
        /// It is not signed (`none`), or has extensions that would have to be understood (RFC 7515, 4.1.11).
        case algorithm
        case issuer, audience, authorizedParty, subject, nonce
        /// It has ended, does not say when it ends, or was made later than now.
        case time
    }

    private static let longest = 16_384
    /// Seconds by which the clocks of two machines may differ.
    private static let tolerance = 300

    private let claims: JSONView
    /// Whom the token is about: 1 to 255 bytes of ASCII.
    package let subject: String

    package init(_ token: borrowing SecretBytes) throws(Refusal) {
        guard let parts = Self.parts(token), let header = try? JSONView(parts.header),
            let claims = try? JSONView(parts.claims), header.kind(header.root) == .object,
            claims.kind(claims.root) == .object
        else { throw .form }
        guard parts.isSigned, let algorithm = header.value("alg"), header.kind(algorithm) == .string,
            let name = header.publicText(algorithm, atMost: 32), !name.isEmpty, name.lowercased() != "none",
            header.value("crit") == nil
        else { throw .algorithm }
        guard let node = claims.value("sub"), claims.kind(node) == .string,
            let subject = claims.publicText(node, atMost: 255), !subject.isEmpty, subject.utf8.allSatisfy({ $0 < 0x80 })
        else { throw .subject }
        self.subject = subject
        self.claims = claims
    }

    private struct Parts: ~Copyable {
        let header: SecretBytes
        let claims: SecretBytes
        let isSigned: Bool
    }

    private static func parts(_ token: borrowing SecretBytes) -> Parts? {
        token.withExposedBytes { token -> Parts? in
            guard token.byteCount <= longest else { return nil }
            let dots = (0..<token.byteCount).filter { token.byte(at: $0) == UInt8(ascii: ".") }
            guard dots.count == 2, let header = Base64URL.decode(token.extracting(0..<dots[0])),
                let claims = Base64URL.decode(token.extracting((dots[0] + 1)..<dots[1]))
            else { return nil }
            return Parts(header: header, claims: claims, isSigned: dots[1] + 1 < token.byteCount)
        }
    }

    /// Checks who made the token, for whom, and for which request (Core, 3.1.3.7, rules 2 to 5 and 11).
    ///
    /// - Parameters:
    ///   - issuers: the spellings of the issuer; it has to have one of them, byte for byte.
    ///   - audience: the app. It has to be among the audiences, and where there are others too, or a party that the token
    ///     was made for is named (`azp`), that has to be the app.
    package func check(issuers: [String], audience: String) throws(Refusal) {
        guard let issuer = claims.value("iss"), issuers.contains(where: { claims.isText(issuer, $0) }) else {
            throw .issuer
        }
        guard let node = claims.value("aud") else { throw .audience }
        let audiences = claims.kind(node) == .array ? claims.elements(of: node) : [node]
        guard audiences.contains(where: { claims.isText($0, audience) }) else { throw .audience }
        guard let party = claims.value("azp") else {
            guard audiences.count == 1 else { throw .authorizedParty }
            return
        }
        guard claims.isText(party, audience) else { throw .authorizedParty }
    }

    /// Checks that the token was made for the request that had this nonce.
    package func check(nonce: borrowing SecretBytes) throws(Refusal) {
        guard let mine = claims.value("nonce").flatMap({ claims.secret($0) }), mine.equals(nonce) else { throw .nonce }
    }

    /// Checks that the token holds at `now`, in seconds since 1970, give or take five minutes (rules 9 and 10).
    package func check(now: Int) throws(Refusal) {
        guard let end = time("exp"), end > now - Self.tolerance else { throw .time }
        for name in ["iat", "nbf"] where claims.value(name) != nil {
            guard let start = time(name), start <= now + Self.tolerance, start <= end else { throw .time }
        }
    }

    /// Seconds since 1970; a fraction is left off.
    private func time(_ name: String) -> Int? {
        guard let node = claims.value(name), claims.kind(node) == .number,
            let text = claims.publicText(node, atMost: 24)
        else { return nil }
        return Int(text.prefix { $0 != "." })
    }
}

extension IdentityToken {
    /// The time by which a token is judged that came with an answer of that date: the server's, where this machine's is
    /// less than a day off, since many machines have a clock that is wrong by an hour.
    package static func now(local: Int, server: Int?) -> Int {
        guard let server, abs(server - local) < 86_400 else { return local }
        return server
    }
}

import HTTPTransport
import Sealing
import SessionAuth
import SessionVault

extension TokenSet {
    /// Cuts the tokens out of a token endpoint's answer (RFC 6749, 5.1).
    ///
    /// `scopes` are those that were granted where the answer names none; `refresh` is the refresh token that stays valid
    /// where the answer has none.
    init(
        _ document: borrowing JSONView, scopes: [String], refresh old: borrowing SecretBytes? = nil
    ) throws(ServiceError) {
        guard let access = document.value("access_token").flatMap({ document.secret($0) }) else {
            throw ServiceError(.noSession)
        }
        let type = document.value("token_type").flatMap { document.publicText($0, atMost: 32) }
        guard type?.lowercased() == "bearer" else { throw ServiceError(.invalidAnswer) }
        let granted = document.value("scope").flatMap { document.publicText($0) }
        do throws(VaultError) {
            try self.init(
                access: access, refresh: document.value("refresh_token").flatMap { document.secret($0) } ?? old.copy(),
                expiry: Self.expiry(in: document),
                scopes: granted.map { $0.split(separator: " ").map(String.init) } ?? scopes)
        } catch { throw ServiceError(.invalidAnswer) }
    }

    /// Whatever is no positive number of seconds leaves the expiry unknown.
    private static func expiry(in document: borrowing JSONView) -> Expiry {
        guard let seconds = document.value("expires_in").flatMap({ document.integer($0) }), seconds > 0 else {
            return .unknown
        }
        return .at(UnixTime.now.advanced(bySeconds: Int64(seconds)))
    }
}

extension Optional where Wrapped == SecretBytes {
    func copy() -> SecretBytes? {
        switch self {
        case .some(let bytes): bytes.copy()
        case .none: nil
        }
    }
}

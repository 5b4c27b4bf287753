import HTTPTransport
import Sealing
import SessionAuth
import SessionVault

extension OAuthService {
    /// Reads the account from userinfo; its document is the user record.
    func userinfo(token: borrowing SecretBytes) async throws(ServiceError) -> AccountAnswer {
        guard let url = metadata.userinfo else { throw ServiceError(.unsupported) }
        let answer = try await exchange.get(url, token: token)
        switch (answer.status, answer.errorName()) {
        case (200, _): break
        // RFC 6750 wants 401 for a token that is no good; some servers say so in another way.
        case (401, _), (_, "invalid_token"), (400, "access_denied"): throw ServiceError(.unauthorized)
        case (403, _): throw ServiceError(.forbidden)
        default: break
        }
        let document = try answer.goodDocument()
        guard let node = document.value("sub"), document.kind(node) == .string,
            let subject = document.publicText(node, atMost: 255)
        else { throw ServiceError(.invalidAnswer) }
        let account: AccountID
        do throws(VaultError) { account = try AccountID(realm: realm, subject: subject) } catch {
            throw ServiceError(.invalidAnswer)
        }
        return AccountAnswer(
            account: account, role: configuration.role.role(of: document.texts(at: configuration.role.path)),
            isEnabled: document.node(at: configuration.enabledClaim).flatMap { document.bool($0) },
            user: UserRecord(json: document.raw(document.root)))
    }
}

extension JSONView {
    fileprivate func node(at path: [String]) -> Node? {
        guard let first = path.first, var node = value(first) else { return nil }
        for key in path.dropFirst() {
            guard let next = value(key, in: node) else { return nil }
            node = next
        }
        return node
    }

    /// The strings of a claim that is a string or a list of strings.
    fileprivate func texts(at path: [String]) -> [String] {
        guard let node = node(at: path) else { return [] }
        let nodes = kind(node) == .array ? elements(of: node) : [node]
        return nodes.compactMap { publicText($0, atMost: 256) }
    }
}

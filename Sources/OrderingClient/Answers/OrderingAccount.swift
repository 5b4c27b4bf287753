import HTTPTransport
import Sealing
import SessionAuth
import SessionVault

extension OrderingAnswer {
    /// What no user record may hold: copies of the session and of credentials.
    private static let secretKeys = ["session", "password", "access_token", "client"]

    /// Reads the account that the answer's result is.
    func profile(realm: String) throws(ServiceError) -> AccountAnswer {
        guard let user = resultNode, view.kind(user) == .object, let subject = subject(of: user),
            let account = try? AccountID(realm: realm, subject: subject)
        else { throw ServiceError(.invalidAnswer) }
        let level = view.value("level", in: user).flatMap { view.integer($0) }
        let enabled = view.value("enabled", in: user).flatMap { view.bool($0) }
        return AccountAnswer(
            account: account, role: level.flatMap(Role.init(orderingLevel:)), isEnabled: enabled,
            user: UserRecord(json: view.raw(user, without: Self.secretKeys)))
    }

    /// The account's number, which may be written as a string; any other spelling would be another account here.
    private func subject(of user: JSONView.Node) -> String? {
        guard let number = view.value("id", in: user).flatMap({ view.integer($0) }), number >= 0 else { return nil }
        return String(number)
    }

    /// Reads the session that came with the account.
    ///
    /// - Throws: ``SessionAuth/ServiceError/Code/noSession`` where there is none, or none with a token.
    func tokens(at now: UnixTime) throws(ServiceError) -> TokenSet {
        guard let session = sessionNode, let token = accessToken() else { throw ServiceError(.noSession) }
        if let type = view.value("token_type", in: session) {
            guard view.isText(type, "bearer") || view.isText(type, "Bearer") else { throw ServiceError(.invalidAnswer) }
        }
        let lifetime = view.value("expires_in", in: session).flatMap { view.integer($0) }
        let expiry = lifetime.flatMap { $0 > 0 ? Expiry.at(now.advanced(bySeconds: Int64($0))) : nil } ?? .unknown
        do throws(VaultError) { return try TokenSet(access: token, expiry: expiry) } catch {
            throw ServiceError(.invalidAnswer)
        }
    }

    /// The token of the session that came with the answer, whatever else is in it.
    func accessToken() -> SecretBytes? {
        guard let session = sessionNode, let node = view.value("access_token", in: session),
            let token = view.secret(node), !token.isEmpty
        else { return nil }
        return token
    }

    private var sessionNode: JSONView.Node? {
        resultNode.flatMap { view.value("session", in: $0) }
    }
}

extension Role {
    /// The role that a level of the ordering API stands for.
    ///
    /// An unknown level gets a name of its own, which no gate of known roles admits.
    init?(orderingLevel level: Int) {
        switch level {
        case 0: self = .administrator
        case 1: self = .cityManager
        case 2: self = .businessOwner
        case 3: self = .customer
        case 4: self = .driver
        case 5: self = .driversManager
        case 8: self = .professional
        case 9: self = .callCentreAgent
        case ..<0: return nil
        default: self.init("level-\(level)")
        }
    }
}

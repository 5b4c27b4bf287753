public import SessionAuth

/// What an app is to an OAuth 2.0 server, and how the server's claims are read.
public struct OAuthConfiguration: Sendable {
    /// The server's issuer identifier (RFC 8414), such as `https://login.example.com`.
    ///
    /// `https`, or `http` to this machine. It is the realm of every account.
    public let issuer: String
    /// The name under which the server knows the app.
    public let clientID: String
    /// The scopes that are asked for.
    public var scopes: [String]
    /// Where userinfo says what role the account has.
    public var role: RoleClaim
    /// The path of the boolean claim that is false for a disabled account; empty where the server has none.
    public var enabledClaim: [String]

    /// Names server and app; the role is read from the claim `role` unless another is named.
    public init(
        issuer: String, clientID: String, scopes: [String] = ["openid"], role: RoleClaim = RoleClaim(path: ["role"]),
        enabledClaim: [String] = []
    ) {
        self.issuer = issuer
        self.clientID = clientID
        self.scopes = scopes
        self.role = role
        self.enabledClaim = enabledClaim
    }
}

/// How a role is read from the claims of an account.
public struct RoleClaim: Sendable {
    /// The keys that lead to the claim, such as `["realm_access", "roles"]`.
    public let path: [String]
    /// What the claim's values stand for.
    ///
    /// The first of them that the claim has is the account's role. Without any, the claim has to be one role's name.
    public let meanings: [Meaning]

    /// One value of the claim, and the role that it stands for.
    public struct Meaning: Sendable {
        /// The value as the server sends it.
        public let value: String
        /// The role that it stands for.
        public let role: Role

        /// Gives a value its meaning.
        public init(_ value: String, is role: Role) {
            self.value = value
            self.role = role
        }
    }

    /// A claim at `path`, a string or a list of strings.
    public init(path: [String], meanings: [Meaning] = []) {
        self.path = path
        self.meanings = meanings
    }

    /// The role, or nil where the values name none or more than one that could be meant.
    func role(of values: [String]) -> Role? {
        guard meanings.isEmpty else { return meanings.first { values.contains($0.value) }?.role }
        return values.count == 1 ? Role(values[0]) : nil
    }
}

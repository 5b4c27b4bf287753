import HTTPTransport
public import SessionAuth

/// A client of the hosted ordering API: one project at one server.
///
/// It holds no token: each request is lent the one it needs. Answers are at most 1 MiB, redirects are not followed, and
/// nothing but a `GET` ever goes out twice.
public struct OrderingClient: Sendable {
    /// Who sends one-time codes to cellphones, which decides the endpoint that takes them.
    public enum TextMessages: Sendable {
        /// The API itself, by text message or WhatsApp.
        case ordering
        /// Twilio, behind endpoints of its own.
        case twilio
    }

    /// What makes the project's API this one's.
    public struct Options: Sendable {
        /// The API's version, which is part of every path.
        public var version = "v400"
        /// The language of the server's texts, which is part of every path.
        public var language = "en"
        /// What to send as `X-App-X`, where the project asks for it.
        public var app: String?
        /// Who sends one-time codes to cellphones.
        public var textMessages = TextMessages.ordering
        /// The app's client ID at Google, where Google's identity tokens are to be taken only if they are made out to it.
        public var googleClientID: String?
        /// How long a request may take in all.
        public var timeout = Duration.seconds(30)
        /// A PEM file of the authorities to trust in place of the system's.
        public var authorities: String?

        /// What most projects use.
        public init() {}
    }

    let transport: HTTPTransport
    let root: ServerURL
    let options: Options

    /// Server and project, since a token means something only together with both.
    public let realm: String

    /// Speaks for one project of one server.
    ///
    /// - Parameters:
    ///   - server: the server's address: `https://…`, or `http://…` on this machine.
    ///   - project: the tenant; a token means something only together with it.
    /// - Throws: ``SessionAuth/ServiceError/Code/badAddress``, which never shows the address.
    public init(server: String, project: String, options: Options = Options()) throws(ServiceError) {
        do {
            let server = try ServerURL(server)
            root = try server.appending(options.version, options.language, project)
            realm = "\(server.origin)/\(project)"
        } catch { throw ServiceError(.badAddress) }
        var limits = HTTPLimits()
        limits.total = options.timeout
        limits.connect = min(options.timeout, limits.connect)
        transport = HTTPTransport(limits: limits, trust: options.authorities.map { .file(path: $0) } ?? .system)
        self.options = options
    }
}

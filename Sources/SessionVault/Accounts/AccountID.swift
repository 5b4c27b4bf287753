/// Whose session a record belongs to: a subject within a realm.
///
/// A token means something only together with the server and project that issued it, so the same subject in two realms
/// is two accounts. Both texts are data, never paths, and are compared by Unicode canonical equivalence.
public struct AccountID: Hashable, Sendable {
    /// The issuer: for example a server and project, or an OAuth issuer.
    ///
    /// At most 1,024 bytes of UTF-8, as given and in Normalization Form C.
    public let realm: String
    /// The account within the realm, as the server names it.
    ///
    /// At most 1,024 bytes of UTF-8, as given and in Normalization Form C.
    public let subject: String

    /// The longest realm or subject, in bytes of UTF-8.
    package static let sizeLimit = 1_024

    /// Names an account.
    ///
    /// - Throws: ``VaultError/Code/invalidArgument`` where the subject is empty, ``VaultError/Code/tooLarge`` where a part
    ///   is longer than 1,024 bytes of UTF-8.
    public init(realm: String, subject: String) throws(VaultError) {
        guard !subject.isEmpty else { throw VaultError(.invalidArgument, "an account needs a subject") }
        try self.init(realm: realm, secretOf: subject)
    }

    /// Whose plain secret it is; the subject may be empty.
    init(realm: String, secretOf subject: String) throws(VaultError) {
        // A composed form can be up to three times as long as the text.
        guard realm.hasAtMost(Self.sizeLimit), subject.hasAtMost(Self.sizeLimit) else {
            throw VaultError(.tooLarge, "the two parts of a name may each have 1,024 bytes")
        }
        self.realm = realm
        self.subject = subject
    }
}

extension AccountID: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A redaction mark: an account may be an e-mail address or a telephone number.
    public var description: String { "AccountID(redacted)" }
    /// A redaction mark.
    public var debugDescription: String { description }
    /// Shows no parts.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The gate refused the account that the server returned.
public struct WrongRole: Error, Equatable, Sendable, CustomStringConvertible {
    /// Why the gate refused.
    public enum Reason: Equatable, Sendable {
        /// The account's role is not among those admitted.
        case roleNotAllowed(Role)
        /// The answer names no role that can be read.
        case roleMissing
        /// The account is disabled.
        case accountDisabled
        /// The answer is about another account than the session that is to be confirmed.
        case otherAccount
    }

    /// Why the gate refused.
    public let reason: Reason

    /// One sentence without any value of the account but its role.
    public var description: String {
        switch reason {
        case .roleNotAllowed(let role): "an account with the role \(role) may not sign in here"
        case .roleMissing: "the account has no role that can be read, so it may not sign in here"
        case .accountDisabled: "the account is disabled"
        case .otherAccount: "the server answered for another account"
        }
    }
}

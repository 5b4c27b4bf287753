import SafeLogging

/// Stands for an account in reports and logs: the same account has the same tag in one vault, and without the vault's
/// key the tag tells nothing of it.
public struct AccountTag: Hashable, Sendable, CustomStringConvertible {
    static let size = 5

    let bytes: [UInt8]

    /// Takes the first five bytes of a digest.
    init(_ digest: [UInt8]) {
        bytes = Array(digest.prefix(Self.size))
    }

    /// `acct-` and ten hexadecimal digits.
    public var description: String { "acct-" + Hexadecimal.lower(bytes) }
}

/// Stands for an account in reports and logs: the same account has the same tag in one vault, and without the vault's
/// key the tag tells nothing of it.
public struct AccountTag: Hashable, Sendable, CustomStringConvertible {
    /// `acct-` and ten hexadecimal digits.
    public let description: String

    init(_ digest: [UInt8]) {
        var text = "acct-"
        for byte in digest.prefix(5) {
            text += String(byte >> 4, radix: 16)
            text += String(byte & 15, radix: 16)
        }
        description = text
    }
}

import SafeLogging
import SessionVault

extension Credential {
    private static let secretSizes = 1...16_384

    /// The first input that does not have the form of what it should be, or nil.
    ///
    /// What has the form may still be refused by the server.
    var malformedInput: StaticString? {
        switch address {
        case .email(let email) where !Self.isEmailAddress(email): return "e-mail address"
        case .cellphone(_, let country) where !Self.isNumber(country, ofDigits: 1...4): return "country code"
        case .cellphone(let number, _) where !number.withExposedValue({ Self.isNumber($0, ofDigits: 4...17) }):
            return "cellphone number"
        default: return Self.secretSizes.contains(secret.count) ? nil : secretName
        }
    }

    private var secretName: StaticString {
        switch branch {
        case .emailPassword, .cellphonePassword: "password"
        case .emailCode, .cellphoneCode: "one-time code"
        case .deviceCode: "device code"
        case .google, .apple, .facebook, .openID, .deviceGrant: "provider's answer"
        }
    }

    /// Something, an `@`, and something, without spaces and controls, in at most 254 bytes (RFC 5321).
    private static func isEmailAddress(_ email: Sensitive<String>) -> Bool {
        email.withExposedValue { text in
            let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 254
                && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        }
    }

    private static func isNumber(_ text: String, ofDigits count: ClosedRange<Int>) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "+") ? text.utf8.dropFirst() : text.utf8[...]
        return count.contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
}

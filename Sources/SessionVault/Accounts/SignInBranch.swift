/// One way to sign in.
///
/// The number stands in the sealed metadata of what it admitted.
public enum SignInBranch: UInt8, Sendable, CaseIterable, CustomStringConvertible {
    /// E-mail address and password.
    case emailPassword = 1
    /// Cellphone number, country code and password.
    case cellphonePassword = 2
    /// A one-time code sent by e-mail.
    case emailCode = 3
    /// A one-time code sent to a cellphone.
    case cellphoneCode = 4
    /// A device code.
    case deviceCode = 5
    /// Google's identity token.
    case google = 6
    /// Apple's authorization code.
    case apple = 7
    /// Facebook's access token.
    case facebook = 8
    /// An OpenID provider.
    case openID = 9
    /// OAuth 2.0 device authorization grant (RFC 8628).
    case deviceGrant = 10

    /// Its name in reports and logs.
    public var description: String {
        switch self {
        case .emailPassword: "email-password"
        case .cellphonePassword: "cellphone-password"
        case .emailCode: "email-code"
        case .cellphoneCode: "cellphone-code"
        case .deviceCode: "device-code"
        case .google: "google"
        case .apple: "apple"
        case .facebook: "facebook"
        case .openID: "openid"
        case .deviceGrant: "device-grant"
        }
    }
}

public import SafeLogging
public import Sealing
public import SessionVault

/// What a person or a provider gives to sign in, by branch. It can't be copied, and is wiped when it goes.
public enum Credential: ~Copyable, Sendable {
    /// An e-mail address and a password.
    case emailPassword(email: Sensitive<String>, password: SecretBytes)
    /// A cellphone number, its country's code (digits, with or without `+`), and a password.
    case cellphonePassword(cellphone: Sensitive<String>, countryCode: String, password: SecretBytes)
    /// A one-time code that was sent to an e-mail address.
    case emailCode(email: Sensitive<String>, code: SecretBytes)
    /// A one-time code that was sent to a cellphone.
    case cellphoneCode(cellphone: Sensitive<String>, countryCode: String, code: SecretBytes)
    /// A device code.
    case deviceCode(SecretBytes)
    /// Google's identity token.
    case google(identityToken: SecretBytes)
    /// Apple's authorization code.
    case apple(authorizationCode: SecretBytes)
    /// Facebook's access token.
    case facebook(accessToken: SecretBytes)

    /// The branch that the credential belongs to.
    public var branch: SignInBranch {
        switch self {
        case .emailPassword: .emailPassword
        case .cellphonePassword: .cellphonePassword
        case .emailCode: .emailCode
        case .cellphoneCode: .cellphoneCode
        case .deviceCode: .deviceCode
        case .google: .google
        case .apple: .apple
        case .facebook: .facebook
        }
    }
}

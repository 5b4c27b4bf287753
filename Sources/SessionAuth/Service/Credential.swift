public import SafeLogging
public import Sealing
public import SessionVault

/// What a person or a provider gives to sign in: a secret, an address where the branch has one, and the branch, which
/// the maker of the credential decides.
///
/// It can't be copied, and is wiped when it goes.
public struct Credential: ~Copyable, Sendable {
    /// Where a person can be reached, as sign-in name.
    public enum Address: Sendable {
        /// An e-mail address.
        case email(Sensitive<String>)
        /// A cellphone number and its country's code (digits, with or without `+`).
        case cellphone(Sensitive<String>, countryCode: String)
    }

    /// The branch that the credential belongs to.
    public let branch: SignInBranch
    /// The address, on branches that have one.
    public let address: Address?
    /// The password, code or provider's token.
    public let secret: SecretBytes

    private init(_ branch: SignInBranch, _ address: Address?, _ secret: consuming SecretBytes) {
        self.branch = branch
        self.address = address
        self.secret = secret
    }

    /// An e-mail address and a password.
    public static func email(_ email: Sensitive<String>, password: consuming SecretBytes) -> Credential {
        Credential(.emailPassword, .email(email), password)
    }

    /// A cellphone number, its country's code and a password.
    public static func cellphone(
        _ cellphone: Sensitive<String>, countryCode: String, password: consuming SecretBytes
    ) -> Credential {
        Credential(.cellphonePassword, .cellphone(cellphone, countryCode: countryCode), password)
    }

    /// A one-time code that was sent to an e-mail address.
    public static func email(_ email: Sensitive<String>, oneTimeCode code: consuming SecretBytes) -> Credential {
        Credential(.emailCode, .email(email), code)
    }

    /// A one-time code that was sent to a cellphone.
    public static func cellphone(
        _ cellphone: Sensitive<String>, countryCode: String, oneTimeCode code: consuming SecretBytes
    ) -> Credential {
        Credential(.cellphoneCode, .cellphone(cellphone, countryCode: countryCode), code)
    }

    /// A device code.
    public static func deviceCode(_ code: consuming SecretBytes) -> Credential {
        Credential(.deviceCode, nil, code)
    }

    /// Google's identity token.
    public static func google(identityToken: consuming SecretBytes) -> Credential {
        Credential(.google, nil, identityToken)
    }

    /// Apple's authorization code.
    public static func apple(authorizationCode: consuming SecretBytes) -> Credential {
        Credential(.apple, nil, authorizationCode)
    }

    /// Facebook's access token.
    public static func facebook(accessToken: consuming SecretBytes) -> Credential {
        Credential(.facebook, nil, accessToken)
    }
}

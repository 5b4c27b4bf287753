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

    /// How an answer is waited for, on the branch where a person approves on another device.
    public let polling: Polling?

    /// The value that the app gave the provider and that its identity token has to repeat, where there is one.
    public let nonce: SecretBytes?

    /// What goes with an authorization code when it is spent.
    public let redemption: Redemption?

    /// How often a server may be asked whether a person has approved, and for how long.
    public struct Polling: Sendable {
        /// The shortest time between two questions.
        public let interval: Duration
        /// The time after which the server has forgotten the matter.
        public let lifetime: Duration
    }

    /// What proves that an authorization code is spent by whoever asked for it.
    public struct Redemption: ~Copyable, Sendable {
        /// The code verifier (RFC 7636).
        public let verifier: SecretBytes
        /// The address that the code came to.
        public let redirectURI: String

        /// Takes over the verifier.
        public init(verifier: consuming SecretBytes, redirectURI: String) {
            self.verifier = verifier
            self.redirectURI = redirectURI
        }
    }

    private init(
        _ branch: SignInBranch, _ address: Address?, _ secret: consuming SecretBytes, polling: Polling? = nil,
        nonce: consuming SecretBytes? = nil, redemption: consuming Redemption? = nil
    ) {
        self.branch = branch
        self.address = address
        self.secret = secret
        self.polling = polling
        self.nonce = nonce
        self.redemption = redemption
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

    /// Google's identity token, and the nonce that it was asked for with.
    public static func google(
        identityToken: consuming SecretBytes, nonce: consuming SecretBytes? = nil
    ) -> Credential {
        Credential(.google, nil, identityToken, nonce: nonce)
    }

    /// Apple's authorization code.
    public static func apple(authorizationCode: consuming SecretBytes) -> Credential {
        Credential(.apple, nil, authorizationCode)
    }

    /// Facebook's access token.
    public static func facebook(accessToken: consuming SecretBytes) -> Credential {
        Credential(.facebook, nil, accessToken)
    }

    /// An OpenID provider's identity token.
    public static func openID(identityToken: consuming SecretBytes) -> Credential {
        Credential(.openID, nil, identityToken)
    }

    /// An OpenID provider's authorization code, the nonce that it was asked for with, and what it is spent with.
    public static func openID(
        authorizationCode: consuming SecretBytes, nonce: consuming SecretBytes, redemption: consuming Redemption
    ) -> Credential {
        Credential(.openID, nil, authorizationCode, nonce: nonce, redemption: redemption)
    }

    /// The device code of an OAuth 2.0 device authorization (RFC 8628) whose user code a person has been shown.
    public static func deviceGrant(
        _ deviceCode: consuming SecretBytes, polledEvery interval: Duration, validFor lifetime: Duration
    ) -> Credential {
        Credential(.deviceGrant, nil, deviceCode, polling: Polling(interval: interval, lifetime: lifetime))
    }
}

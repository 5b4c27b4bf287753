import Sealing
import SessionAuth

extension SignInBranch {
    /// A well-formed credential of this branch.
    func credential(secret: String) -> Credential {
        let email = Sensitive("someone@example.test")
        let cellphone = Sensitive("3005550041")
        let secret = SecretBytes(utf8: secret)
        return switch self {
        case .emailPassword: .email(email, password: secret)
        case .cellphonePassword: .cellphone(cellphone, countryCode: "57", password: secret)
        case .emailCode: .email(email, oneTimeCode: secret)
        case .cellphoneCode: .cellphone(cellphone, countryCode: "57", oneTimeCode: secret)
        case .deviceCode: .deviceCode(secret)
        case .google: .google(identityToken: secret)
        case .apple: .apple(authorizationCode: secret)
        case .facebook: .facebook(accessToken: secret)
        case .openID: .openID(identityToken: secret)
        case .deviceGrant: .deviceGrant(secret, polledEvery: .seconds(5), validFor: .seconds(600))
        }
    }
}

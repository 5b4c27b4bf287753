import HTTPTransport
import SafeLogging
import Sealing
import SessionAuth
import SessionVault

/// Where a credential goes, and in which form.
struct OrderingCredential: ~Copyable {
    let path: [String]
    let body: SecretBytes

    /// - Throws: ``SessionAuth/ServiceError/Code/unsupported`` for a branch that the API does not have,
    ///   ``SessionAuth/ServiceError/Code/invalidInput`` for a secret that is no text.
    init(_ credential: borrowing Credential, _ extras: borrowing SignInExtras) throws(ServiceError) {
        let (path, key) = try Self.endpoint(of: credential.branch)
        var writer = JSONBodyWriter()
        switch credential.address {
        case .email(let email): email.withExposedValue { writer.add("email", $0) }
        case .cellphone(let number, let country):
            number.withExposedValue { writer.add("cellphone", Self.national($0, country: country)) }
            if credential.branch == .cellphoneCode {
                writer.add("country_phone_code", country.hasPrefix("+") ? String(country.dropFirst()) : country)
            }
        case .none: break
        }
        do throws(JSONError) {
            try writer.add(key, secret: credential.secret)
            if credential.branch == .apple { writer.add("platform", "other") }
            try Self.add(extras, to: &writer)
        } catch { throw ServiceError(.invalidInput) }
        self.path = path
        body = writer.finish()
    }

    private static func endpoint(of branch: SignInBranch) throws(ServiceError) -> (path: [String], key: StaticString) {
        switch branch {
        case .emailPassword, .cellphonePassword: (["auth"], "password")
        case .emailCode, .cellphoneCode: (["auth"], "one_time_password")
        case .deviceCode: (["auth"], "device_code")
        case .google: (["auth", "google"], "access_token")
        case .facebook: (["auth", "facebook"], "access_token")
        case .apple: (["auth", "apple"], "code")
        case .openID, .deviceGrant: throw ServiceError(.unsupported)
        }
    }

    private static func add(_ extras: borrowing SignInExtras, to writer: inout JSONBodyWriter) throws(JSONError) {
        switch extras.challenge {
        case .some(let challenge):
            try writer.add("verification_code", secret: challenge.value)
            writer.add("recaptcha_type", challenge.version)
        case .none: break
        }
        switch extras.notification {
        case .some(let identity):
            try writer.add("notification_token", secret: identity.token)
            writer.add("notification_app", identity.app)
        case .none: break
        }
    }

    /// The number without `+` and country code, as the API has it.
    private static func national(_ number: String, country: String) -> String {
        guard number.hasPrefix("+") else { return number }
        let digits = number.dropFirst()
        let code = country.hasPrefix("+") ? country.dropFirst() : country[...]
        return String(digits.hasPrefix(code) ? digits.dropFirst(code.count) : digits)
    }
}

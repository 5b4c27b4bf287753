import HTTPTransport
import SafeLogging
import Sealing
import SessionAuth
import SessionVault

/// Where a credential goes, and in which form.
struct OrderingCredential: ~Copyable {
    let path: [String]
    private var writer: JSONBodyWriter

    /// - Throws: ``SessionAuth/ServiceError/Code/unsupported`` for a branch that the API does not have,
    ///   ``SessionAuth/ServiceError/Code/invalidInput`` for a secret that is no text.
    init(
        _ credential: borrowing Credential, _ extras: borrowing SignInExtras, textMessages: OrderingClient.TextMessages
    ) throws(ServiceError) {
        let isTwilio = credential.branch == .cellphoneCode && textMessages == .twilio
        let (path, key) = isTwilio ? (["auth", "sms", "twilio"], "code") : try Self.endpoint(of: credential.branch)
        var writer = JSONBodyWriter()
        switch credential.address {
        case .email(let email): email.withExposedValue { writer.add("email", $0) }
        case .cellphone(let number, let country):
            let phone = OrderingPhone(number, countryCode: country)
            phone.number.withExposedValue { writer.add("cellphone", $0) }
            if credential.branch == .cellphoneCode {
                writer.add("country_phone_code", isTwilio ? "+" + phone.countryCode : phone.countryCode)
            }
        case .none: break
        }
        do throws(JSONError) {
            try writer.add(key, secret: credential.secret)
            if credential.branch == .apple { writer.add("platform", "other") }
            try writer.add(extras)
        } catch { throw ServiceError(.invalidInput) }
        self.path = path
        self.writer = writer
    }

    consuming func body() -> SecretBytes {
        writer.finish()
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
}

extension JSONBodyWriter {
    fileprivate mutating func add(_ extras: borrowing SignInExtras) throws(JSONError) {
        switch extras.challenge {
        case .some(let challenge): try add(challenge)
        case .none: break
        }
        switch extras.notification {
        case .some(let identity):
            try add("notification_token", secret: identity.token)
            add("notification_app", identity.app)
        case .none: break
        }
    }

    mutating func add(_ challenge: borrowing ChallengeAnswer) throws(JSONError) {
        try add("verification_code", secret: challenge.value)
        add("recaptcha_type", challenge.version)
    }
}

/// A cellphone number as the API takes it: the national number, and the country's code as digits.
struct OrderingPhone {
    let number: Sensitive<String>
    let countryCode: String

    /// Cuts the country's code off a number that begins with `+`.
    init(_ number: Sensitive<String>, countryCode: String) {
        let code = countryCode.hasPrefix("+") ? String(countryCode.dropFirst()) : countryCode
        self.countryCode = code
        self.number = number.withExposedValue { number in
            guard number.hasPrefix("+") else { return Sensitive(number) }
            let digits = number.dropFirst()
            return Sensitive(String(digits.hasPrefix(code) ? digits.dropFirst(code.count) : digits))
        }
    }
}

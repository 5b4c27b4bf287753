import SafeLogging
import SessionVault

extension Credential {
    /// Makes every logger of the process mask the secret, until it is withdrawn.
    func publish() { KnownSecrets.publish(secret, as: secretKind) }

    func withdraw() { KnownSecrets.withdraw(secret) }

    private var secretKind: KnownSecrets.Kind {
        switch branch {
        case .emailPassword, .cellphonePassword: .password
        case .emailCode, .cellphoneCode: .oneTimeCode
        case .deviceCode, .deviceGrant: .deviceCode
        case .google, .apple, .facebook, .openID: .other
        }
    }
}

extension SignInExtras {
    /// Makes every logger of the process mask the challenge's answer and the push token, until they are withdrawn.
    func publish() {
        switch challenge {
        case .some(let answer): KnownSecrets.publish(answer.value, as: .other)
        case .none: break
        }
        switch notification {
        case .some(let identity): KnownSecrets.publish(identity.token, as: .pushToken)
        case .none: break
        }
    }

    func withdraw() {
        switch challenge {
        case .some(let answer): KnownSecrets.withdraw(answer.value)
        case .none: break
        }
        switch notification {
        case .some(let identity): KnownSecrets.withdraw(identity.token)
        case .none: break
        }
    }
}

import SafeLogging
import Sealing

/// A one-time code, a token and a password, as the process gets them: one a line.
struct Secrets: ~Copyable {
    let code: SecretBytes
    let token: SecretBytes
    let password: SecretBytes

    static func read() -> Secrets {
        let secrets = Secrets(code: line(), token: line(), password: line())
        KnownSecrets.publish(secrets.code, as: .oneTimeCode)
        KnownSecrets.publish(secrets.token, as: .accessToken)
        KnownSecrets.publish(secrets.password, as: .password)
        return secrets
    }

    private static func line() -> SecretBytes {
        SecretBytes(utf8: readLine() ?? "")
    }
}

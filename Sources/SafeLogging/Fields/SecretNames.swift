/// The names that values of secrets go by, in lower case and without separators.
enum SecretNames {
    /// Secret wherever they stand in a name; by first byte.
    static let parts: [[[UInt8]]] = {
        let names: [StaticString] = [
            "accesscode", "accesskey", "activationcode", "apikey", "authcode", "authkey", "authorization", "backupcode",
            "bearer", "captcha", "cardnumber", "confirmationcode", "cookie", "credential", "csrf", "devicecode",
            "emailcode", "encryptionkey", "jwt", "logincode", "masterkey", "mfacode", "onetime", "otpcode", "passcode",
            "passphrase", "passwd", "password", "pincode", "privatekey", "recoverycode", "resetcode", "secret",
            "securitycode", "sessionid", "sessionkey", "signature", "signingkey", "smscode", "token", "usercode",
            "verificationcode", "xsrf",
        ]
        var parts = [[[UInt8]]](repeating: [], count: 256)
        for name in names {
            let bytes = Array(name.description.utf8)
            parts[Int(bytes[0])].append(bytes)
        }
        return parts
    }()

    /// Secret as a whole name or as one word of it.
    static let words = set([
        "assertion", "auth", "code", "cvc", "cvv", "otp", "otps", "pan", "pass", "pin", "pins", "psk", "pwd", "salt",
        "seed", "session", "sid", "totp",
    ])

    /// Not secret, though a part or a word of them is.
    static let harmless = set([
        "countrycode", "errorcode", "exitcode", "httpstatuscode", "languagecode", "statuscode", "tokentype",
    ])

    private static func set(_ names: [StaticString]) -> Set<[UInt8]> {
        Set(names.map { Array($0.description.utf8) })
    }
}

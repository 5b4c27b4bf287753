/// The names that values of secrets go by, in lower case and without separators.
enum SecretNames {
    /// Secret wherever they stand in a name.
    static let parts = PackedNames(partList)

    /// Secret as a whole name or as one word of it.
    static let words = PackedNames(wordList)

    /// Not secret, though a part or a word of them is.
    static let harmless = PackedNames([
        "countrycode", "errorcode", "exitcode", "httpstatuscode", "languagecode", "statuscode", "tokentype",
    ])

    static let partList: [StaticString] = [
        "accesscode", "accesskey", "activationcode", "apikey", "authcode", "authkey", "authorization", "backupcode",
        "bearer", "captcha", "cardnumber", "confirmationcode", "cookie", "credential", "csrf", "devicecode",
        "emailcode", "encryptionkey", "jwt", "logincode", "masterkey", "mfacode", "onetime", "otpcode", "passcode",
        "passphrase", "passwd", "password", "pincode", "privatekey", "recoverycode", "resetcode", "secret",
        "securitycode", "sessionid", "sessionkey", "signature", "signingkey", "smscode", "token", "usercode",
        "verificationcode", "xsrf",
    ]

    static let wordList: [StaticString] = [
        "assertion", "auth", "code", "cvc", "cvv", "otp", "otps", "pan", "pass", "pin", "pins", "psk", "pwd", "salt",
        "seed", "session", "sid", "totp",
    ]
}

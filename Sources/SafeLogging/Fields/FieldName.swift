/// What a field's name says about its value.
package enum FieldName {
    /// The name in lower case without separators: `Set-Cookie`, `set_cookie` and `setCookie` are the same name.
    package static func normalized(_ name: String) -> String {
        var bytes: [UInt8] = []
        for byte in FoldedText(Array(name.utf8)).bytes where !isSeparator(byte) {
            bytes.append(lowercased(byte))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Tells whether values under this name are secrets. A name with escapes in it counts as one, since it can't be read.
    package static func bearsSecret(_ name: String) -> Bool {
        let plain = normalized(name)
        guard !harmless.contains(plain) else { return false }
        if plain.utf8.contains(UInt8(ascii: "\\")) || plain.utf8.contains(UInt8(ascii: "%")) { return true }
        if wholeNames.contains(plain) || parts.contains(where: { plain.contains($0) }) { return true }
        return words(of: name).contains(where: wholeNames.contains)
    }

    static func isKnownSafe(_ name: String) -> Bool {
        LogField.knownSafeNames.contains(normalized(name))
    }

    /// Secret wherever they stand in a name.
    private static let parts = [
        "accesskey", "apikey", "authorization", "bearer", "captcha", "cookie", "credential", "csrf", "devicecode",
        "jwt", "onetime", "passcode", "passphrase", "passwd", "password", "privatekey", "recoverycode", "secret",
        "sessionid", "signature", "signingkey", "token", "usercode", "verificationcode", "xsrf",
    ]

    /// Secret as a whole name or as one word of it.
    private static let wholeNames: Set<String> = [
        "assertion", "auth", "code", "cvc", "cvv", "otp", "otps", "pan", "pass", "pin", "pins", "psk", "pwd", "salt",
        "seed", "session", "sid", "totp", "xapikey",
    ]

    private static let harmless: Set<String> = [
        "countrycode", "errorcode", "exitcode", "httpstatuscode", "languagecode", "statuscode", "tokentype",
    ]

    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        var previousIsLower = false
        for byte in FoldedText(Array(name.utf8)).bytes {
            let isUpper = (0x41...0x5A).contains(byte)
            if isSeparator(byte) || (isUpper && previousIsLower) {
                words.append(String(decoding: word, as: UTF8.self))
                word = []
            }
            if !isSeparator(byte) { word.append(lowercased(byte)) }
            previousIsLower = !isUpper
        }
        return words + [String(decoding: word, as: UTF8.self)]
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: " "), UInt8(ascii: "["),
            UInt8(ascii: "]"):
            true
        default: false
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}

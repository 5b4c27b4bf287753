extension Credential {
    /// The first input that does not have the form of what it should be, or nil. What has the form may still be refused
    /// by the server.
    var malformedInput: StaticString? {
        switch self {
        case .emailPassword(let email, let password):
            if !email.isEmailAddress { return "e-mail address" }
            return Self.malformed(password, "password")
        case .cellphonePassword(let cellphone, let country, let password):
            if let input = Self.malformedPhone(cellphone, country) { return input }
            return Self.malformed(password, "password")
        case .emailCode(let email, let code):
            if !email.isEmailAddress { return "e-mail address" }
            return Self.malformed(code, "one-time code")
        case .cellphoneCode(let cellphone, let country, let code):
            if let input = Self.malformedPhone(cellphone, country) { return input }
            return Self.malformed(code, "one-time code")
        case .deviceCode(let code): return Self.malformed(code, "device code")
        case .google(let token): return Self.malformed(token, "identity token")
        case .apple(let code): return Self.malformed(code, "authorization code")
        case .facebook(let token): return Self.malformed(token, "access token")
        }
    }

    private static func malformed(_ secret: borrowing SecretBytes, _ input: StaticString) -> StaticString? {
        (1...16_384).contains(secret.count) ? nil : input
    }

    private static func malformedPhone(_ cellphone: Sensitive<String>, _ country: String) -> StaticString? {
        let countryDigits = country.hasPrefix("+") ? country.dropFirst() : country[...]
        guard (1...4).contains(countryDigits.utf8.count), countryDigits.utf8.allSatisfy(isDigit) else {
            return "country code"
        }
        let isPhone = cellphone.withExposedValue { number in
            let digits = number.hasPrefix("+") ? number.dropFirst() : number[...]
            return (4...17).contains(digits.utf8.count) && digits.utf8.allSatisfy(isDigit)
        }
        return isPhone ? nil : "cellphone number"
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension Sensitive where Value == String {
    /// Something, an `@`, and something, without spaces and controls, in at most 254 bytes (RFC 5321).
    fileprivate var isEmailAddress: Bool {
        withExposedValue { text in
            let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 254
                && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
        }
    }
}

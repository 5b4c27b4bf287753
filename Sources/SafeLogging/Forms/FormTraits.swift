import Sealing

/// What a secret's bytes say about which of its forms differ from the forms before them.
struct FormTraits {
    private var needsPercent = false
    private var needsPercentLetters = false
    private var needsJSON = false
    private var hasSlash = false
    private var needsHTML = false
    private var hasOtherThanASCII = false
    private var hasHexLetters = false

    init(of secret: RawSpan) {
        for index in 0..<secret.byteCount {
            let byte = secret.byte(at: index)
            let hasHexLetter = byte >> 4 > 9 || byte & 15 > 9
            if hasHexLetter { hasHexLetters = true }
            if byte >= 0x80 { hasOtherThanASCII = true }
            if !PercentForm.isUnreserved(byte) {
                needsPercent = true
                if hasHexLetter { needsPercentLetters = true }
                if JSONForm.isHTMLSensitive(byte) { needsHTML = true }
                if byte == UInt8(ascii: "/") { hasSlash = true }
                if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { needsJSON = true }
            }
        }
    }

    /// Tells whether the form differs from those before it, as far as that shows without it.
    func distinguish(_ form: SecretForm) -> Bool {
        switch form {
        case .hexUpper: hasHexLetters
        case .percent: needsPercent
        case .percentLower: needsPercentLetters
        case .json: needsJSON
        case .jsonSlash: hasSlash
        case .jsonHTML: needsHTML
        case .jsonASCII: hasOtherThanASCII
        default: true
        }
    }
}

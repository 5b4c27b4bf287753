/// What a field's name says about its value.
package enum FieldName {
    /// The name in lower case without separators: `Set-Cookie`, `set_cookie` and `setCookie` are the same name.
    package static func normalized(_ name: String) -> String {
        String(decoding: plain(Array(name.utf8)), as: UTF8.self)
    }

    /// Tells whether values under this name are secrets.
    ///
    /// A name with escapes in it counts as one, since it can't be read.
    package static func bearsSecret(_ name: String) -> Bool {
        bearsSecret(utf8: Array(name.utf8))
    }

    static func bearsSecret(utf8 name: [UInt8]) -> Bool {
        let plain = plain(name)
        guard !SecretNames.harmless.contains(plain) else { return false }
        if plain.contains(UInt8(ascii: "\\")) || plain.contains(UInt8(ascii: "%")) { return true }
        if SecretNames.words.contains(plain) || hasSecretPart(plain) { return true }
        return hasSecretWord(name)
    }

    static func isKnownSafe(_ name: String) -> Bool {
        LogField.knownSafeNames.contains(normalized(name))
    }

    private static func plain(_ name: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(name.count)
        for byte in folded(name) where !isSeparator(byte) { plain.append(lowercased(byte)) }
        return plain
    }

    private static func hasSecretPart(_ plain: [UInt8]) -> Bool {
        plain.indices.contains { start in
            SecretNames.parts[Int(plain[start])].contains { part in
                part.count <= plain.count - start && part.indices.allSatisfy { part[$0] == plain[start + $0] }
            }
        }
    }

    /// A word ends at whatever is no letter, and where a capital follows a small letter.
    ///
    /// In `OTPValue` it also ends before the last of several capitals, in `userOTPs` not: both readings count.
    private static func hasSecretWord(_ name: [UInt8]) -> Bool {
        let name = folded(name)
        return [false, true].contains { splitsCapitals in
            var word: [UInt8] = []
            for (index, byte) in name.enumerated() {
                let isCapital = ByteClass.isUpper(byte)
                let followsSmall = index > 0 && isLower(name[index - 1])
                let precedesSmall = index + 1 < name.count && isLower(name[index + 1])
                if !isLetter(byte) || (isCapital && (followsSmall || (splitsCapitals && precedesSmall))) {
                    if SecretNames.words.contains(word) { return true }
                    word.removeAll(keepingCapacity: true)
                }
                if isLetter(byte) { word.append(lowercased(byte)) }
            }
            return SecretNames.words.contains(word)
        }
    }

    private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    /// Bytes of other scripts' letters count as letters, so that no word is found inside one of theirs.
    private static func isLetter(_ byte: UInt8) -> Bool {
        isLower(byte) || ByteClass.isUpper(byte) || byte >= 0x80
    }

    private static func folded(_ name: [UInt8]) -> [UInt8] {
        Folding.fold(name)?.bytes ?? name
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
        ByteClass.isUpper(byte) ? byte | 0x20 : byte
    }
}

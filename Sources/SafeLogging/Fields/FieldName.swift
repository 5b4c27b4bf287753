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

    private static func hasSecretWord(_ name: [UInt8]) -> Bool {
        var word: [UInt8] = []
        var previousIsLower = false
        for byte in folded(name) {
            if isSeparator(byte) || (ByteClass.isUpper(byte) && previousIsLower) {
                if SecretNames.words.contains(word) { return true }
                word.removeAll(keepingCapacity: true)
            }
            if !isSeparator(byte) { word.append(lowercased(byte)) }
            previousIsLower = !ByteClass.isUpper(byte)
        }
        return SecretNames.words.contains(word)
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

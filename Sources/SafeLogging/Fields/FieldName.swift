/// What a field's name says about its value.
package enum FieldName {
    /// The name in lower case without separators: `Set-Cookie`, `set_cookie` and `setCookie` are the same name.
    package static func normalized(_ name: String) -> String {
        let name = Array(name.utf8)
        let plain = (Folding.fold(name) ?? name).filter { !isSeparator($0) }.map(lowercased)
        return String(decoding: plain, as: UTF8.self)
    }

    /// Tells whether values under this name are secrets.
    ///
    /// A name with escapes in it counts as one, since it can't be read.
    package static func bearsSecret(_ name: String) -> Bool {
        bearsSecret(utf8: Array(name.utf8)[...])
    }

    static func bearsSecret(utf8 name: ArraySlice<UInt8>) -> Bool { judgement(of: name).bearsSecret }

    /// What a field's name says.
    static func judgement(of name: StaticString) -> (bearsSecret: Bool, isKnownSafe: Bool) {
        name.withUTF8Buffer { unsafe judgement(of: $0) }
    }

    private static let knownSafe = PackedNames(LogField.knownSafeNames)

    private static func judgement<Name: RandomAccessCollection<UInt8>>(
        of name: Name
    ) -> (bearsSecret: Bool, isKnownSafe: Bool) where Name.Index == Int {
        if name.contains(where: { $0 < 0x20 || $0 >= 0x7F }), let folded = Folding.fold(Array(name)) {
            return reading(of: folded)
        }
        return reading(of: name)
    }

    /// Reads a folded name once, without a copy of it: its whole, its parts and its words.
    ///
    /// A word ends at whatever is no letter, and where a capital follows a small letter. In `OTPValue` it also ends before
    /// the last of several capitals, in `userOTPs` not: both readings count.
    private static func reading<Name: RandomAccessCollection<UInt8>>(
        of name: Name
    ) -> (bearsSecret: Bool, isKnownSafe: Bool) where Name.Index == Int {
        var (whole, word, split) = (PackedNames.Name(), PackedNames.Name(), PackedNames.Name())
        var bearsSecret = false
        func end(_ word: inout PackedNames.Name) {
            if SecretNames.words.contains(word) { bearsSecret = true }
            word = PackedNames.Name()
        }
        var previous: UInt8 = 0
        for index in name.indices {
            let byte = name[index]
            if !isSeparator(byte) {
                whole.append(lowercased(byte))
                if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "%") || SecretNames.parts.containsEnd(of: whole) {
                    bearsSecret = true
                }
            }
            if isLetter(byte) {
                if ByteClass.isUpper(byte) {
                    let followsSmall = isLower(previous)
                    if followsSmall { end(&word) }
                    if followsSmall || (index + 1 < name.endIndex && isLower(name[index + 1])) { end(&split) }
                }
                word.append(lowercased(byte))
                split.append(lowercased(byte))
            } else {
                end(&word)
                end(&split)
            }
            previous = byte
        }
        end(&word)
        end(&split)
        guard !SecretNames.harmless.contains(whole) else { return (false, knownSafe.contains(whole)) }
        bearsSecret = bearsSecret || SecretNames.words.contains(whole)
        return (bearsSecret, !bearsSecret && knownSafe.contains(whole))
    }

    private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    /// Bytes of other scripts' letters count as letters, so that no word is found inside one of theirs.
    private static func isLetter(_ byte: UInt8) -> Bool {
        isLower(byte) || ByteClass.isUpper(byte) || byte >= 0x80
    }

    static func isSeparator(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: " "), UInt8(ascii: "["),
            UInt8(ascii: "]"):
            true
        default: false
        }
    }

    static func lowercased(_ byte: UInt8) -> UInt8 {
        ByteClass.isUpper(byte) ? byte | 0x20 : byte
    }
}

/// Characters that would start a line of their own, drive a terminal or reorder text: C0, DEL, C1 with U+0085, U+2028 and
/// U+2029, bidirectional controls, and characters that don't show at all.
package enum ControlCharacters {
    static func areIn(_ bytes: [UInt8]) -> Bool {
        guard bytes.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return false }
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.contains { isControl($0.value) }
    }

    /// The text with each such character written as an escape such as `\n` or `\u{202E}`.
    package static func neutralized(_ bytes: [UInt8]) -> [UInt8] {
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where isControl(scalar.value): text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return Array(text.utf8)
    }

    static func isControl(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0..<0x20, 0x7F..<0xA0: true
        case 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        case 0xE0000...0xE007F: true
        default: false
        }
    }
}

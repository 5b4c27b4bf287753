/// The encodings in which a secret may stand in a log.
///
/// Raw values are part of format 1 on disk: never renumber one.
package enum SecretForm: UInt8, CaseIterable, Sendable {
    /// The bytes themselves.
    case raw = 1
    /// Base64 (RFC 4648 §4) whose first whole quantum begins at byte 0, 1 or 2 of the secret. A secret inside a longer
    /// text falls on one of these; quanta shared with its neighbours are cut off at both ends.
    case base64 = 2
    case base64Skipping1 = 3
    case base64Skipping2 = 4
    /// The same in the alphabet of RFC 4648 §5.
    case base64URL = 5
    case base64URLSkipping1 = 6
    case base64URLSkipping2 = 7
    case hexLower = 8
    case hexUpper = 9
    /// Percent-encoding (RFC 3986) of all but unreserved characters, with upper-case and with lower-case digits.
    case percent = 10
    case percentLower = 11
    /// A JSON string's content (RFC 8259) with only the necessary escapes.
    case json = 12
    /// The same with `\/` for `/`.
    case jsonSlash = 13
    /// The same with `\u00XX` for `" & ' + / < = > \`` as HTML-safe writers have it.
    case jsonHTML = 14
    /// Every UTF-16 code unit as `\uXXXX`.
    case jsonUnicode = 15
    case utf16LittleEndian = 16
    case utf16BigEndian = 17
    /// JSON with `\uXXXX` for whatever is not ASCII, as writers have it that keep to ASCII.
    case jsonASCII = 18

    /// The encoding's name in reports.
    package var name: StaticString {
        switch self {
        case .raw: "raw"
        case .base64, .base64Skipping1, .base64Skipping2: "base64"
        case .base64URL, .base64URLSkipping1, .base64URLSkipping2: "base64url"
        case .hexLower, .hexUpper: "hex"
        case .percent, .percentLower: "percent"
        case .json, .jsonSlash, .jsonHTML, .jsonUnicode, .jsonASCII: "json"
        case .utf16LittleEndian: "utf-16le"
        case .utf16BigEndian: "utf-16be"
        }
    }

    /// Tells whether `byte` may stand in this encoding, as far as that says where an occurrence ends.
    func mayContain(_ byte: UInt8) -> Bool {
        let isAlphanumeric = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        return switch self {
        case .base64, .base64Skipping1, .base64Skipping2, .base64URL, .base64URLSkipping1, .base64URLSkipping2:
            // Forms that begin alike can go on in either alphabet.
            isAlphanumeric || "+/-_=".utf8.contains(byte)
        case .hexLower, .hexUpper: isAlphanumeric
        case .percent, .percentLower:
            isAlphanumeric || [UInt8(ascii: "%"), 0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
        default: byte != UInt8(ascii: "\n")
        }
    }

    /// Tells whether up to three characters beside an occurrence still hold bits of the secret.
    var sharesQuanta: Bool { (Self.base64.rawValue...Self.base64URLSkipping2.rawValue).contains(rawValue) }
}

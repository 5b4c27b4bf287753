/// The encoding in which a value stands in a log; of several, the one nearest to the value.
package enum LogEncoding: UInt8, Sendable {
    case raw = 1
    case base64 = 2
    case base64URL = 5
    case hexadecimal = 8
    case byteList = 9
    case percent = 10
    case json = 12
    case entities = 14
    case utf16LittleEndian = 16
    case utf16BigEndian = 17
    case wrapped = 20
    case folded = 21

    /// Its name in reports.
    package var name: StaticString {
        switch self {
        case .raw: "raw"
        case .base64: "base64"
        case .base64URL: "base64url"
        case .hexadecimal: "hex"
        case .byteList: "bytes"
        case .percent: "percent"
        case .json: "json"
        case .entities: "html"
        case .utf16LittleEndian: "utf-16le"
        case .utf16BigEndian: "utf-16be"
        case .wrapped: "wrapped"
        case .folded: "folded"
        }
    }

    /// Tells whether it is UTF-16, in whose one byte order text of the other can be read one byte off.
    package var isUTF16: Bool { self == .utf16LittleEndian || self == .utf16BigEndian }

    /// Tells whether the value's characters stand there as they are, in other lines or with others between them: any encoding
    /// around it tells more.
    var isLayout: Bool { self == .wrapped || self == .folded }
}

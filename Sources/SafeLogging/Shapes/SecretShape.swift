/// A kind of secret that shows by its shape.
///
/// Each is searched for by a scanner that reads the text once.
enum SecretShape: CaseIterable, Sendable {
    case jsonWebToken
    case credentials
    case namedValue
    case url
    case cardNumber

    /// Reports what of any shape must go.
    static func searchAll(_ text: [UInt8], report: (Range<Int>) -> Void) {
        let marks = Marks.all(in: text)
        for shape in allCases where marks.isSuperset(of: shape.marks) { shape.search(text, report: report) }
    }

    /// What the shape can't do without.
    var marks: Marks {
        switch self {
        case .jsonWebToken: .capitalJ
        case .credentials: []
        case .namedValue: .separator
        case .url: [.separator, .slash]
        case .cardNumber: .digit
        }
    }

    /// Sorts of characters that some text hasn't got.
    struct Marks: OptionSet, Sendable {
        let rawValue: UInt8

        static let capitalJ = Marks(rawValue: 1)
        static let separator = Marks(rawValue: 2)
        static let slash = Marks(rawValue: 4)
        static let digit = Marks(rawValue: 8)

        private static let byByte: [Marks] = (0...255).map { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "J"): .capitalJ
            case UInt8(ascii: "="), UInt8(ascii: ":"): .separator
            case UInt8(ascii: "/"): .slash
            case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
            default: []
            }
        }

        static func all(in text: [UInt8]) -> Marks {
            let byByte = byByte
            var marks: UInt8 = 0
            for byte in text { marks |= byByte[Int(byte)].rawValue }
            return Marks(rawValue: marks)
        }
    }

    /// Reports what must go.
    func search(_ text: [UInt8], report: (Range<Int>) -> Void) {
        switch self {
        case .jsonWebToken: JSONWebTokenShape.search(text, report)
        case .credentials: CredentialsShape.search(text, report)
        case .namedValue: NamedValueShape.search(text, report)
        case .url: URLShape.search(text, report)
        case .cardNumber: CardNumberShape.search(text, report)
        }
    }
}

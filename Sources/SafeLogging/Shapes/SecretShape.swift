/// A kind of secret that shows by its shape.
///
/// Each is searched for by a scanner that reads the text once.
enum SecretShape: CaseIterable, Sendable {
    case jsonWebToken
    case credentials
    case namedValue
    case url
    case cardNumber

    static let all = allCases

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

import Sealing

/// A sort of secret that a search of logs tells by its shape alone.
package enum LogShape: String, CaseIterable, Sendable {
    case jsonWebToken = "json-web-token"
    case credentials
    case cardNumber = "card-number"

    /// Reports where such things stand; of some that overlap, each may be reported.
    ///
    /// Takes time linear in the text.
    package func search(_ text: [UInt8], report: (Range<Int>) -> Void) {
        switch self {
        case .jsonWebToken: JSONWebTokenShape.search(text, report)
        case .credentials: CredentialsShape.search(text, report)
        case .cardNumber: CardNumberShape.search(text, report)
        }
    }
}

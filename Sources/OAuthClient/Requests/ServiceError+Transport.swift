import HTTPTransport
import SessionAuth

extension ServiceError {
    /// What a request without an answer means; whatever is not told apart here is a server that can't be reached.
    init(_ error: TransportError) {
        self.init(Self.code(of: error.reason), neverSent: !error.mayHaveArrived)
    }

    private static func code(of reason: TransportError.Reason) -> Code {
        switch reason {
        case .libraryMissing, .libraryUnusable: .unavailable
        case .invalidHeader: .invalidInput
        case .timedOut: .timedOut
        case .cancelled: .cancelled
        case .tlsRefused: .untrusted
        case .notHTTP: .invalidAnswer
        case .tooLarge: .answerTooLarge
        default: .unreachable
        }
    }
}

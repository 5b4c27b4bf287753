import HTTPTransport
import SessionAuth

extension ServiceError {
    /// What a request without an answer means; whatever is not told apart here is a server that can't be reached.
    init(_ error: TransportError) {
        switch error.reason {
        case .libraryMissing, .libraryUnusable: self.init(.unavailable)
        case .invalidHeader: self.init(.invalidInput)
        case .timedOut: self.init(.timedOut)
        case .cancelled: self.init(.cancelled)
        case .tlsRefused: self.init(.untrusted)
        case .notHTTP: self.init(.invalidAnswer)
        case .tooLarge: self.init(.answerTooLarge)
        default: self.init(.unreachable)
        }
    }
}

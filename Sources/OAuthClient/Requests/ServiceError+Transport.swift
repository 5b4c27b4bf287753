import HTTPTransport
import SessionAuth

extension ServiceError {
    /// What a request without an answer means.
    init(_ error: TransportError) {
        switch error.reason {
        case .libraryMissing, .libraryUnusable: self.init(.unavailable)
        case .invalidHeader: self.init(.invalidInput)
        case .unknownHost, .unreachable, .truncated, .noThread, .failed: self.init(.unreachable)
        case .timedOut: self.init(.timedOut)
        case .cancelled: self.init(.cancelled)
        case .tlsRefused: self.init(.untrusted)
        case .notHTTP: self.init(.invalidAnswer)
        case .tooLarge: self.init(.answerTooLarge)
        }
    }
}

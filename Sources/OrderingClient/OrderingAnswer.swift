import HTTPTransport
import Sealing
import SessionAuth
import SessionVault

/// An answer of the ordering API: a good one, whose `result` can be read.
///
/// The body's `error` decides between good and bad, not the status: a 200 can be an error and a 4xx an ordinary answer.
/// Statuses that every server uses alike (401, 403, 429, 5xx) are errors whatever the body says.
struct OrderingAnswer: ~Copyable {
    let view: JSONView

    init(_ answer: consuming HTTPAnswer) throws(ServiceError) {
        switch answer.status {
        case 401: throw ServiceError(.unauthorized)
        case 403: throw ServiceError(.forbidden)
        case 429: throw ServiceError(.tooManyRequests, retryAfter: answer.retryAfter)
        case 500...: throw ServiceError(.serverFault, retryAfter: answer.retryAfter)
        case 200..<300, 400..<500: break
        default: throw ServiceError(.invalidAnswer)
        }
        let view: JSONView
        do throws(JSONError) { view = try JSONView(answer.takeBody()) } catch { throw ServiceError(.invalidAnswer) }
        guard let error = view.value("error") else { throw ServiceError(.invalidAnswer) }
        let isGood = view.bool(error) == false
        guard isGood else { throw Self.refusal(view) }
        self.view = view
    }

    var resultNode: JSONView.Node? { view.value("result") }

    /// The result as it stands.
    func result() throws(ServiceError) -> SecretBytes {
        guard let resultNode else { throw ServiceError(.invalidAnswer) }
        return view.raw(resultNode)
    }

    /// The texts that a server may send are compared with those that are known, and never passed on: some servers echo
    /// what they were sent.
    private static func refusal(_ view: borrowing JSONView) -> ServiceError {
        var texts: [String] = []
        for key in ["result", "error"] {
            guard let node = view.value(key) else { continue }
            if let text = view.publicText(node, atMost: 64) { texts.append(text) }
            for element in view.elements(of: node) {
                if let text = view.publicText(element, atMost: 64) { texts.append(text) }
            }
        }
        if texts.contains("ERROR_AUTH_VERIFICATION_CODE") { return ServiceError(.challengeRefused) }
        if texts.contains("INVALID_CODE") { return ServiceError(.codeRefused) }
        if texts.contains("ERROR_AUTH_TWILIO_DISABLED") { return ServiceError(.unsupported) }
        return ServiceError(.refused)
    }
}

extension ServiceError {
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

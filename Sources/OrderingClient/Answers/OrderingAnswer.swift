import HTTPTransport
import Sealing
import SessionAuth

/// An answer of the ordering API, good or not.
///
/// The body's `error` decides between the two, not the status: a 200 can be an error and a 4xx an ordinary answer.
/// Statuses that every server uses alike (401, 403, 429, 5xx) are errors whatever the body says.
struct OrderingAnswer: ~Copyable {
    let view: JSONView
    /// Why the answer is no good one; it may hold a session all the same.
    let failure: ServiceError?

    /// - Throws: what the status or a body that can't be read says.
    init(_ answer: consuming HTTPAnswer) throws(ServiceError) {
        let status = Self.failure(of: answer.status, retryAfter: answer.retryAfter)
        view = try Self.document(answer, otherwise: status ?? ServiceError(.invalidAnswer))
        failure = status ?? Self.failure(in: view)
    }

    private static func document(
        _ answer: consuming HTTPAnswer, otherwise error: ServiceError
    ) throws(ServiceError) -> JSONView {
        do throws(JSONError) { return try JSONView(answer.takeBody()) } catch _ { throw error }
    }

    /// The answer, where it is a good one.
    consuming func good() throws(ServiceError) -> OrderingAnswer {
        if let failure { throw failure }
        return self
    }

    /// The value of `result`; nil also where it is null.
    var resultNode: JSONView.Node? {
        guard let node = view.value("result"), view.kind(node) != .null else { return nil }
        return node
    }

    /// The result as it stands; `null` where there is none.
    func result() throws(ServiceError) -> SecretBytes {
        guard let node = view.value("result") else { throw ServiceError(.invalidAnswer) }
        return view.raw(node)
    }

    private static func failure(of status: Int, retryAfter: Int?) -> ServiceError? {
        switch status {
        case 401: ServiceError(.unauthorized)
        case 403: ServiceError(.forbidden)
        case 429: ServiceError(.tooManyRequests, retryAfter: retryAfter)
        case 500...: ServiceError(.serverFault, retryAfter: retryAfter)
        case 200..<300, 400..<500: nil
        default: ServiceError(.invalidAnswer)
        }
    }

    private static func failure(in view: borrowing JSONView) -> ServiceError? {
        guard let error = view.value("error") else { return ServiceError(.invalidAnswer) }
        return view.bool(error) == false ? nil : ServiceError(refusal(view))
    }

    /// The server's texts are compared with those that are known, where they stand, and go no further: some servers echo
    /// what they were sent.
    private static func refusal(_ view: borrowing JSONView) -> ServiceError.Code {
        for key in ["result", "error"] {
            guard let node = view.value(key) else { continue }
            for candidate in [node] + view.elements(of: node) {
                for (text, code) in known where view.isText(candidate, text) { return code }
            }
        }
        return .refused
    }

    private static let known: [(String, ServiceError.Code)] = [
        ("ERROR_AUTH_VERIFICATION_CODE", .challengeRefused),
        ("INVALID_CODE", .codeRefused),
        ("ERROR_AUTH_TWILIO_DISABLED", .unsupported),
    ]
}

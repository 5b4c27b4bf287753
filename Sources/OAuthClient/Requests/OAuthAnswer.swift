import HTTPTransport
import Sealing
import SessionAuth

/// An endpoint's answer; its body stays in secret memory.
struct OAuthAnswer: ~Copyable {
    let status: Int
    /// The server's clock, in seconds since 1970.
    let serverDate: Int?
    private let retryAfter: Int?
    private let body: SecretBytes

    init(_ answer: consuming HTTPAnswer) {
        status = answer.status
        serverDate = answer.serverDate
        retryAfter = answer.retryAfter
        body = answer.takeBody()
    }

    /// The object of an answer with status 200.
    consuming func goodDocument() throws(ServiceError) -> JSONView {
        guard status == 200 else { throw fault(refusing: .invalidAnswer) }
        let document: JSONView
        do throws(JSONError) { document = try JSONView(body) } catch { throw ServiceError(.invalidAnswer) }
        guard document.kind(document.root) == .object else { throw ServiceError(.invalidAnswer) }
        return document
    }

    /// The error's name in an answer of the token endpoint (RFC 6749, 5.2), where it has one.
    ///
    /// Its description is the server's text, and is never read.
    func errorName() -> String? {
        do throws(JSONError) {
            let document = try JSONView(body.copy())
            return document.value("error").flatMap { document.publicText($0, atMost: 64) }
        } catch { return nil }
    }

    /// What an answer with another status than 200 means; `grant` is what a refused grant is to the caller.
    func fault(refusing grant: ServiceError.Code) -> ServiceError {
        switch status {
        case 429: return ServiceError(.tooManyRequests, retryAfter: retryAfter)
        case 500...599: return ServiceError(.serverFault, retryAfter: retryAfter)
        default: break
        }
        switch errorName() {
        case "invalid_grant": return ServiceError(grant)
        case "access_denied": return ServiceError(.denied)
        case "expired_token": return ServiceError(.expired)
        case "invalid_client", "unauthorized_client": return ServiceError(.clientRefused)
        case "unsupported_grant_type", "invalid_scope", "unsupported_token_type": return ServiceError(.unsupported)
        case "invalid_request": return ServiceError(.invalidInput)
        default: return ServiceError(.invalidAnswer)
        }
    }
}

/// Why a request got no answer.
///
/// It holds no URL, header, body or text of the server, so it may be shown and logged as it stands.
package struct TransportError: Error, Equatable, Sendable {
    /// What went wrong.
    package let reason: Reason

    /// Tells whether the server may have received the request and acted on it.
    ///
    /// Where it may, a single-use credential in the request is in doubt: ask the server, do not send it again.
    package let mayHaveArrived: Bool

    package init(_ reason: Reason, mayHaveArrived: Bool = false) {
        self.reason = reason
        self.mayHaveArrived = mayHaveArrived
    }

    package enum Reason: Equatable, Sendable {
        /// `libcurl.so.4` is not installed.
        case libraryMissing
        /// `libcurl.so.4` is older than 7.68, or does not start.
        case libraryUnusable
        /// A header has a name or value that can't be sent as one line.
        case invalidHeader
        /// The host's name has no address.
        case unknownHost
        /// No connection: refused, no route, or closed before the request went out.
        case unreachable
        case timedOut
        case cancelled
        case tlsRefused(TLSRefusal)
        /// The connection ended before the answer was complete.
        case truncated
        /// Whatever answered does not speak HTTP.
        case notHTTP
        /// The answer is larger than the limit.
        case tooLarge
        /// Anything else, with libcurl's number for it (`CURLcode`).
        case failed(code: Int32)
    }

    /// Why the server's certificate or the TLS handshake was refused.
    package enum TLSRefusal: Equatable, Sendable {
        case unknownAuthority
        case wrongName
        case expired
        case notYetValid
        case revoked
        /// The file with the trusted authorities can't be read.
        case trustStoreUnusable
        /// No common protocol version (1.2 or later) or cipher, or a certificate that is broken in another way.
        case handshake
    }
}

extension TransportError: CustomStringConvertible {
    package var description: String {
        mayHaveArrived ? "\(reason) (the server may have received the request)" : "\(reason)"
    }
}

extension TransportError.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .libraryMissing: "libcurl is not installed; on Debian or Ubuntu: apt install libcurl4"
        case .libraryUnusable: "the installed libcurl is too old (7.68 is needed) or does not start"
        case .invalidHeader: "a header can't be sent as one line"
        case .unknownHost: "the server's name has no address"
        case .unreachable: "the server can't be reached"
        case .timedOut: "the server did not answer in time"
        case .cancelled: "the request was cancelled"
        case .tlsRefused(let refusal): "no secure connection: \(refusal)"
        case .truncated: "the answer ended too early"
        case .notHTTP: "the server does not speak HTTP"
        case .tooLarge: "the answer is larger than allowed"
        case .failed(let code): "the request failed (libcurl \(code))"
        }
    }
}

extension TransportError.TLSRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownAuthority: "the certificate's authority is not trusted"
        case .wrongName: "the certificate is for another name"
        case .expired: "the certificate has expired"
        case .notYetValid: "the certificate is not valid yet; check this machine's clock"
        case .revoked: "the certificate was revoked"
        case .trustStoreUnusable: "the file of trusted authorities can't be read"
        case .handshake: "the TLS handshake failed"
        }
    }
}

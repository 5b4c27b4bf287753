import CCurl

/// Translates how a transfer ended.
enum CurlFailure {
    /// Nil where the answer is complete.
    static func read(_ outcome: CurlOutcome, of easy: borrowing CurlHandle, isTooLarge: Bool) -> TransportError? {
        let mayHaveArrived = easy.information(CURLINFO_REQUEST_SIZE) > 0
        guard case .ended(let code) = outcome else { return TransportError(.cancelled, mayHaveArrived: mayHaveArrived) }
        guard code != 0 else { return nil }
        let reason = isTooLarge ? .tooLarge : reason(code, mayHaveArrived, easy)
        return TransportError(reason, mayHaveArrived: mayHaveArrived)
    }

    private static func reason(
        _ code: CInt, _ mayHaveArrived: Bool, _ easy: borrowing CurlHandle
    ) -> TransportError.Reason {
        switch CURLcode(UInt32(bitPattern: code)) {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .unknownHost
        case CURLE_COULDNT_CONNECT: .unreachable
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_FILESIZE_EXCEEDED: .tooLarge
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING: .truncated
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR: mayHaveArrived ? .truncated : .unreachable
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .notHTTP
        case CURLE_SSL_CACERT_BADFILE: .tlsRefused(.trustStoreUnusable)
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER: .tlsRefused(.handshake)
        case CURLE_PEER_FAILED_VERIFICATION: .tlsRefused(refusal(easy.information(CURLINFO_SSL_VERIFYRESULT)))
        default: .failed(code: code)
        }
    }

    /// OpenSSL's verdict on the certificate chain (`X509_V_ERR_…`).
    ///
    /// Where it has none (1) or the chain is good (0), the name was not.
    private static func refusal(_ verdict: Int) -> TransportError.TLSRefusal {
        switch verdict {
        case 0, 1, 62, 64: .wrongName
        case 9: .notYetValid
        case 10: .expired
        case 2, 7, 18, 19, 20, 21, 24, 27: .unknownAuthority
        case 23: .revoked
        default: .handshake
        }
    }
}

import HTTPTransport
import Sealing

/// Random values that bind an authorization to who asked for it (RFC 7636).
enum CodeVerifier {
    /// 256 random bits, in the 43 characters that a verifier, a state or a nonce may have.
    static func random() -> SecretBytes {
        SecretBytes.random(count: 32).withExposedBytes { Base64URL.encode($0) }
    }

    /// The challenge of a verifier by the method S256; it is public.
    static func challenge(of verifier: borrowing SecretBytes) -> String {
        let digest = verifier.withExposedBytes { SHA256.digest($0) }
        return digest.withRawSpan { Base64URL.encode($0) }.publicText
    }
}

extension SecretBytes {
    /// The bytes as an ordinary string, where they are to be shown or sent in an address.
    var publicText: String {
        withExposedBytes { bytes in
            String(decoding: (0..<bytes.byteCount).map { bytes.byte(at: $0) }, as: UTF8.self)
        }
    }
}

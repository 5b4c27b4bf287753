import HTTPTransport
import Sealing

/// The claims of an OpenID identity token, read without judging its signature: the server does that.
struct IdentityToken: ~Copyable {
    private let claims: JSONView

    /// Nil where the bytes are no JSON Web Token (RFC 7519) of at most 16 KiB.
    init?(_ token: borrowing SecretBytes) {
        let payload = token.withExposedBytes { token -> SecretBytes? in
            guard token.byteCount <= 16_384 else { return nil }
            let dots = (0..<token.byteCount).filter { token.byte(at: $0) == UInt8(ascii: ".") }
            guard dots.count == 2 else { return nil }
            return Base64URL.decode(token.extracting((dots[0] + 1)..<dots[1]))
        }
        guard let payload, let claims = try? JSONView(payload) else { return nil }
        self.claims = claims
    }

    /// Tells whether the token is about the person whom the server calls `socialID`; nil where it does not say.
    func isAbout(socialID: JSONView.Node, in answer: borrowing JSONView) -> Bool? {
        guard let subject = claims.value("sub"), let mine = claims.publicText(subject, atMost: 255),
            let theirs = answer.publicText(socialID, atMost: 255)
        else { return nil }
        return mine == theirs
    }
}

/// The URL-safe alphabet of RFC 4648, without padding.
enum Base64URL {
    /// Nil where a character is not of the alphabet, or the length can't be.
    static func decode(_ text: RawSpan) -> SecretBytes? {
        guard text.byteCount % 4 != 1 else { return nil }
        var writer = SecretWriter(capacity: text.byteCount * 3 / 4)
        var (bits, count): (UInt32, Int) = (0, 0)
        for index in 0..<text.byteCount {
            guard let digit = digit(text.byte(at: index)) else { return nil }
            bits = bits << 6 | digit
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            writer.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return writer.finish()
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}

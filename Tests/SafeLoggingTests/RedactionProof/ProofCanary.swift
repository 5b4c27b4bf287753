import Foundation
import Sealing

@testable import SafeLogging

/// A made-up value of one kind, and the search for it in every encoding, by code that shares nothing with the scrubber.
struct ProofCanary: Sendable {
    let name: String
    let value: String
    /// Nil for what no vault holds, such as an address.
    let kind: KnownSecrets.Kind?

    static let all = [
        ProofCanary(
            name: "access token",
            value: "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0MiJ9.Qm9w7TzK3vXr1LpYcE5sHdJ2aF4uNoiR8gVbMtWk",
            kind: .accessToken),
        ProofCanary(name: "refresh token", value: "rt.8Jq2-mZx_W4vTnK7pLc9RbYhG3sDfU", kind: .refreshToken),
        ProofCanary(name: "password", value: "Brücke & \"Kiesel\"/9+stone", kind: .password),
        ProofCanary(name: "one-time code", value: "730914", kind: .oneTimeCode),
        ProofCanary(name: "device code", value: "WDJB-MJHT-QPRX", kind: .deviceCode),
        ProofCanary(name: "push token", value: "fK3xQ9:APA91bHv-t7Lw2_mZcR5yNqE8uJdSg", kind: .pushToken),
        ProofCanary(name: "plain secret", value: "s3cr3t/with+signs=and/äöü", kind: .other),
        ProofCanary(name: "e-mail address", value: "tilda.quist@example.test", kind: nil),
        ProofCanary(name: "card number", value: "4929123456789015", kind: nil),
    ]

    /// Whether it is long enough for a fingerprint, so that the audit searches for it too.
    var isAudited: Bool { value.utf8.count >= 24 && kind != nil }

    /// The value as programs write it.
    var encodings: [String] {
        let bytes = Array(value.utf8)
        let base64 = (0..<3).map { Data([UInt8](repeating: 0x21, count: $0) + bytes).base64EncodedString() }
        let url = base64.map { $0.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "") }
        let hex = bytes.map { String(format: "%02x", $0) }
        let json = (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return [value] + base64 + url + [
            hex.joined(), hex.joined().uppercased(), hex.joined(separator: " "),
            value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "",
            bytes.map { String(format: "%%%02X", $0) }.joined(), String(json.dropFirst().dropLast()),
            value.utf16.map { String(format: "\\u%04x", $0) }.joined(),
            Data(base64[0].utf8).base64EncodedString(), "\(bytes)",
        ]
    }

    /// Whether the value, or the part of it that its encodings don't share with what is beside it, stands in `text`.
    func isShown(in text: String) -> Bool {
        encodings.contains { encoding in
            // The first and the last characters of base64 hold bits of the bytes beside the value.
            let trimmed = encoding.dropFirst(4).dropLast(4)
            let core = encoding.utf8.count > value.utf8.count && trimmed.count >= 12 ? trimmed : encoding[...]
            return text.contains(core.prefix(16))
                || text.contains(core.suffix(16))
        }
    }
}

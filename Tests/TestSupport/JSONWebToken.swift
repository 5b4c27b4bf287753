package import Foundation

/// Makes identity tokens whose signature nobody looks at.
package enum JSONWebToken {
    /// A time that counts from when the token is made, which may be long after a test's arguments are.
    package struct FromNow: Sendable {
        let seconds: Int

        package init(_ seconds: Int) {
            self.seconds = seconds
        }
    }

    /// A token that is good for an hour, but for what is changed; null removes a claim.
    package static func text(
        _ changes: [String: any Sendable] = [:], header: [String: any Sendable] = ["alg": "RS256"],
        signature: String = "c2lnbmF0dXJl"
    ) -> String {
        let now = Int(Date().timeIntervalSince1970)
        let usual: [String: any Sendable] = [
            "iss": "https://accounts.google.com", "aud": "made-up-app", "sub": "google-person-41", "iat": now - 1,
            "exp": now + 3_600,
        ]
        let claims = usual.merging(changes) { $1 }.filter { !($0.value is NSNull) }
            .mapValues { value in (value as? FromNow).map { now + $0.seconds } ?? value }
        return [header, claims].map { part in
            let json = (try? JSONSerialization.data(withJSONObject: part, options: .sortedKeys)) ?? Data()
            return base64URL(json)
        }.joined(separator: ".") + "." + signature
    }

    package static func base64URL(_ data: Data) -> String {
        String(
            data.base64EncodedString().compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }
}

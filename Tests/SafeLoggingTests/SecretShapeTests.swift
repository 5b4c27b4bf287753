import Foundation
import Sealing
import Testing

@testable import SafeLogging

@Suite("Scrubbing by shape") struct SecretShapeTests {
    func scrub(_ text: String) -> String {
        String(decoding: Scrubber(registry: SecretRegistry()).scrub(Array(text.utf8)), as: UTF8.self)
    }

    @Test(
        "A token nobody published goes by its shape",
        arguments: [
            ("got \(Sample.token).", "got <redacted>"), ("x=\(Sample.token) y", "x=<redacted> y"),
            ("cut eyJhbGciOiJIUzI1NiJ9.eyJzdWIi", "cut <redacted>"), ("key-\(Sample.token)", "key-<redacted>"),
            ("Bearer abcDEF12345", "Bearer <redacted>"), ("bearer: \"abcDEF12345\"", "bearer: \"<redacted>\""),
            ("Basic dXNlcjpwYXNz", "Basic <redacted>"),
            ("Authorization: Negotiate YII", "Authorization: Negotiate <redacted>"),
            ("authorization=opaque next", "authorization=<redacted> next"),
        ])
    func hidesTokens(text: String, expected: String) {
        #expect(scrub(text) == expected)
    }

    @Test(
        "L25: a rule for a name and one for a scheme leave nothing between them",
        arguments: [
            "Authorization: Bearer \(Sample.opaque)", "{\"authorization\":\"Bearer \(Sample.opaque)\"}",
            "authorization=Bearer \(Sample.opaque)",
        ])
    func unitesRules(text: String) {
        #expect(!scrub(text).contains(Sample.opaque.suffix(8)))
    }

    @Test(
        "Words that are no credentials stay",
        arguments: [
            "bearer of news", "basic authentication failed", "a token of thanks", "eyJ is base64 of {\"",
            "authorization failed",
            "the code: 404", "error: not found", "eyJhbGciOiJIUzI1NiJ9",
        ])
    func keepsWords(text: String) {
        #expect(scrub(text) == text)
    }

    @Test(
        "L07, L24: a named value in free text goes, with all that is under it",
        arguments: [
            ("GET /a?x=1&access_token=opaque&y=2", "GET /a?x=1&access_token=<redacted>&y=2"),
            ("{\"password\": \"op\\\"aque\", \"n\": 1}", "{\"password\": \"<redacted>\", \"n\": 1}"),
            ("{\\\"password\\\":\\\"opaque\\\"}", "{\\\"password\\\":\\\"<redacted>\\\"}"),
            ("{\"secret\": {\"a\": [\"opaque\", \"}\"]}, \"n\": 1}", "{\"secret\": <redacted>, \"n\": 1}"),
            ("{\"Api-Key\":491827,\"n\":1}", "{\"Api-Key\":<redacted>,\"n\":1}"),
            ("client_secret=opaque;x", "client_secret=<redacted>;x"), ("{\"token\":[\"opa", "{\"token\":<redacted>"),
            ("https://user:op@que@example.test/x", "https://<redacted>@example.test/x"),
        ])
    func hidesNamedValues(text: String, expected: String) {
        #expect(scrub(text) == expected)
    }

    @Test("Under every listed name a value goes, however the name is spelled", arguments: ["", "-", "_", "."])
    func hidesEveryName(joiner: String) {
        for name in (SecretNames.partList + SecretNames.wordList).map(\.description) where name != "cookie" {
            let spelled = name.map(String.init).joined(separator: joiner)
            // Of single letters only those stand for a name that are read without what is between them.
            guard FieldName.bearsSecret(spelled) else { continue }
            for name in [spelled, spelled.uppercased(), spelled.capitalized, "x_\(spelled)", "\(spelled)-2"]
            where FieldName.bearsSecret(name) {
                #expect(scrub("a \(name)=opaque-17, b") == "a \(name)=<redacted>, b")
                #expect(scrub("{\"\(name)\" : \"opaque-17\"}") == "{\"\(name)\" : \"<redacted>\"}")
            }
        }
    }

    @Test(
        "L33: what only tells about secrets stays, where its value fits",
        arguments: [
            "tokens_used=812", "{\"session_count\":\"760\"}", "auth_method=mtls2341", "auth_method=password",
            "max_tokens=4096", "tokenTtl=3600", "token_type=Bearer", "{\"session-state\": \"signed_in\"}",
            "auth.method=client_secret_basic", "sessionsActive=12", "input_tokens=4096", "auth_status=401",
        ])
    func keepsDescriptions(text: String) {
        #expect(scrub(text) == text)
    }

    @Test(
        "L24: under a name that tells about secrets, what may be one goes",
        arguments: [
            "tokens_used=", "session_count=", "auth_method=", "max_tokens=", "token_state=", "password_status=",
        ])
    func hidesUnderDescriptions(name: String) {
        for value in ["hunter2hunter2", "12345678", "correctHorse", "a1b2c3", "YWJjZGVmZ2hpamtsbW5vcHFyc3Q=", "x.y"] {
            #expect(scrub("\(name)\(value) b") == "\(name)<redacted> b")
        }
    }

    @Test(
        "L24: codes and passwords go, whatever is said of them",
        arguments: [
            "otp_used=4827", "pin_count=4827", "code_length=48", "used_token=812", "password=812", "cvv_type=a",
            "token_input=482913", "auth_prompt=4829", "password_output=482913", "token_valid=482913",
            "auth_method=4829",
        ])
    func hidesCodes(text: String) {
        #expect(scrub(text).hasSuffix("=<redacted>"))
    }

    @Test("User information goes also behind what only looks like a URL") func hidesNestedUserInformation() {
        #expect(scrub("https://www://us:pw@c/") == "https://www://<redacted>@c/")
    }

    @Test(
        "Card numbers go, grouped or not",
        arguments: [
            "4111111111111111", "5555555555554444", "378282246310005", "6011111111111117", "30569309025904",
            "3530111333300000", "4111 1111 1111 1111", "3782-822463-10005", "2223003122003222",
        ])
    func hidesCards(number: String) {
        #expect(scrub("paid by \(number).") == "paid by <redacted>.")
        #expect(scrub("n\(number)x") == "n<redacted>x")
    }

    @Test("L33: timestamps, counters and numbers with a wrong check digit stay") func keepsNumbers() {
        for time in stride(from: 1_600_000_000_000, to: 1_600_000_100_000, by: 97) {
            #expect(scrub("at \(time)") == "at \(time)")
        }
        for text in [
            "4111111111111112", "41111111111111110000", "9111111111111111", "2026-11-30 12:00:00", "1234567890123456",
        ] {
            #expect(scrub(text) == text)
        }
    }

    @Test(
        "L11, L35: crafted lines take linear time",
        .timeLimit(.minutes(1)),
        arguments: [
            "eyJ", "eyJhbGciOi.", "eyJeyJeyJeyJ.", "bearer ", "authorization: ", "token=", "\"secret\":{", "4111 ",
            "4111111111111111-", "://", "://a@", "a=", "\\\"", "\u{200B}e", "password", "pin.", "pin-pin_",
        ])
    func isLinear(piece: String) {
        // Quadratic time would be a minute and more here.
        let text = Array(String(repeating: piece, count: 64_000 / piece.utf8.count).utf8)
        let scrubber = Scrubber(registry: SecretRegistry())
        #expect(ContinuousClock().measure { _ = scrubber.scrub(text) } < .seconds(8))
    }
}

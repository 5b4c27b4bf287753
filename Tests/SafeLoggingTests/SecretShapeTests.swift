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
            "4111111111111111-", "://", "://a@", "a=", "\\\"", "\u{200B}e", "password",
        ])
    func isLinear(piece: String) {
        // Quadratic time would be a minute and more here.
        let text = Array(String(repeating: piece, count: 64_000 / piece.utf8.count).utf8)
        let scrubber = Scrubber(registry: SecretRegistry())
        #expect(ContinuousClock().measure { _ = scrubber.scrub(text) } < .seconds(8))
    }
}

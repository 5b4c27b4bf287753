import SafeLogging
import Sealing
import Testing

@Suite("Fields") struct FieldTests {
    func render(_ fields: LogField...) -> String {
        let fixture = LogFixture()
        fixture.log.info("m", fields: fields)
        return String(fixture.body.dropFirst(2))
    }

    @Test("A field is private unless its name is known to be safe or it is marked") func defaultsToPrivate() {
        #expect(
            render(LogField("note", "n"), LogField("status", 200), LogField("zip", 12345, privacy: .public))
                == "note=<private> status=200 zip=12345")
        #expect(
            render(LogField("status", 200, privacy: .private), LogField("x", 1, privacy: .sensitive))
                == "status=<private> x=<redacted>")
        #expect(render(LogField("status", Sensitive(200))) == "status=<redacted>")
    }

    @Test(
        "L07, L26: a name that bears secrets redacts every scalar kind, in any spelling, whatever the mark",
        arguments: [
            "Authorization", "pass-word", "access.token", "API_KEY", "clientSecret", "PIN", "otpCode", "Set-Cookie",
            "X-Api-Key", "ｔｏｋｅｎ", "sessionId", "one_time_password",
        ] as [StaticString],
        [LogValue("opaque"), 491_827, 3.5, true, .bytes([1, 2]), ["a", 1], ["a": 1], nil])
    func redactsByName(name: StaticString, value: LogValue) {
        #expect(render(LogField(name, value, privacy: .public)) == "\(name)=<redacted>")
    }

    @Test(
        "Names that only look like secret ones are shown",
        arguments: ["status_code", "tokenType", "exit-code", "opinion", "spinner", "decode", "compass"]
            as [StaticString])
    func keepsHarmlessNames(name: StaticString) {
        #expect(render(LogField(name, 7, privacy: .public)) == "\(name)=7")
    }

    @Test("L24: the whole subtree under a secret name goes, at any depth") func redactsSubtrees() {
        let value: LogValue = [
            "user": ["id": 7, "secret": ["a": "opaque", "b": [1, 2]], "tokens": ["opaque"]],
            "list": [["password": "opaque"], ["name": "n"]],
        ]
        #expect(
            render(LogField("data", value, privacy: .public))
                == #"data={"user":{"id":7,"secret":"<redacted>","tokens":"<redacted>"},"list":[{"password":"<redacted>"},{"name":"n"}]}"#
        )
    }

    @Test("L06: a field describes itself without its value") func describesSafely() {
        let field = LogField("note", "opaque", privacy: .public)
        var dumped = ""
        dump([field], to: &dumped)
        dump(LogValue("opaque"), to: &dumped)
        #expect(!(dumped + "\(field) \(String(reflecting: field)) \(LogValue("opaque"))").contains("opaque"))
    }

    @Test("L19: an escaped name can't be read and counts as secret") func distrustsEscapedNames() {
        #expect(
            render(LogField("data", ["pass\\u0077ord": "opaque"] as LogValue, privacy: .public)).contains("<redacted>"))
    }

    @Test(
        "L07, L29: a URL shows neither user information nor values of query and fragment",
        arguments: [
            (
                "https://example.test/a/b?x=1&token=opaque#frag",
                "https://example.test/a/b?x=<redacted>&token=<redacted>#<redacted>"
            ),
            ("https://user:opaque@example.test:8443/p", "https://example.test:8443/p"),
            ("https://user:op@que@example.test/p", "https://example.test/p"),
            ("https://user:op/aque@example.test/p", "https://<redacted>"),
            ("https://[::1]:80/x?opaque", "https://[::1]:80/x?<redacted>"),
            ("/path?code=opaque", "/path?code=<redacted>"),
            ("mailto:someone@example.test", "mailto:<redacted>"),
            ("data:text/plain,opaque", "data:<redacted>"),
            ("https://example.test?op%61que=1", "https://example.test?<redacted>=<redacted>"),
            ("user:opaque@example.test/p", "user:<redacted>"),
            ("", ""),
        ])
    func redactsURLs(url: String, shown: String) {
        #expect(redactedURL(url) == shown)
        #expect(render(LogField("address", LogValue.url(url), privacy: .public)).contains("opaque") == false)
    }
}

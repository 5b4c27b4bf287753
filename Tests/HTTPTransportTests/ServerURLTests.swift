import HTTPTransport
import Testing

@Suite struct ServerURLTests {
    @Test(
        "https goes anywhere, http to this machine alone",
        arguments: [
            ("https://api.example.test", false), ("HTTPS://API.Example.test:8443/v400/en/demo", false),
            ("https://192.0.2.1/a?b=c%20d", false), ("https://[2001:db8::1]:443/", false),
            ("http://localhost:80", true), ("http://127.0.0.1", true), ("http://127.255.1.9:1/x", true),
            ("http://[::1]:8080/x", true), ("http://[0:0:0:0:0:0:0:1]", true), ("https://localhost", true),
        ])
    func accepted(text: String, isLoopback: Bool) throws {
        #expect(try ServerURL(text).isLoopback == isLoopback)
    }

    @Test(
        "a URL that is not plainly safe is refused with its reason",
        arguments: [
            ("", .scheme), ("api.example.test", .scheme), ("//host/", .scheme), ("ftp://host/", .scheme),
            ("file:///etc/passwd", .scheme), (" https://host", .scheme), ("javascript:alert(1)", .scheme),
            ("http://api.example.test", .insecure), ("http://128.0.0.1", .insecure), ("http://[::2]", .insecure),
            ("http://[::]", .insecure), ("http://[1::]", .insecure), ("http://[2001:db8::1]", .insecure),
            ("http://localhost.example.test", .insecure), ("http://10.0.0.1", .insecure),
            ("https://user@host/", .userInfo), ("https://user:pass@host/", .userInfo),
            ("http://localhost@evil.test/", .userInfo), ("https://host/#top", .fragment), ("https://host#x", .fragment),
            ("https://", .host), ("https://:443", .host), ("https:///path", .host), ("https://a..b/", .host),
            ("https://host./", .host), ("https://-host/", .host), ("https://ho st/", .host),
            ("https://h\u{F6}st/", .host),
            ("http://127.1", .host), ("http://0x7f.0.0.1", .host), ("http://0177.0.0.1", .host),
            ("http://2130706433", .host), ("http://127.0.0.1.2", .host), ("http://127.0.0.256", .host),
            ("https://[::1", .host), ("https://[::1%25eth0]/", .host), ("https://[1:2:3]/", .host),
            ("https://[1::2::3]/", .host), ("https://[:1::]/", .host), ("https://[::-0]/", .host),
            ("https://%61/", .host),
            ("https://host:", .port), ("https://host:0", .port), ("https://host:65536", .port),
            ("https://host:+80", .port), ("https://host:8a", .port), ("https://[::1]443", .port),
            ("https://host\\@evil.test", .path), ("https://host/a b", .path), ("https://host/\u{0}", .path),
            ("https://host/\r\nX: y", .path), ("https://host/%", .path), ("https://host/%2", .path),
            ("https://host/%zz", .path), ("https://host/../x", .path), ("https://host/a/%2E%2e/x", .path),
            ("https://host/.", .path), ("https://host/\u{E9}", .path), ("https://host/<x>", .path),
        ] as [(String, ServerURL.Refusal)])
    func refused(text: String, reason: ServerURL.Refusal) {
        #expect(throws: reason) { try ServerURL(text) }
    }

    @Test("an endless URL is refused")
    func tooLong() throws {
        #expect(throws: ServerURL.Refusal.tooLong) {
            try ServerURL("https://host/" + String(repeating: "a", count: 5_000))
        }
        let url = try ServerURL("https://host/")
        #expect(throws: ServerURL.Refusal.tooLong) { try url.appending(String(repeating: "\u{E9}", count: 1_000)) }
    }

    @Test("L29: a refusal never quotes the URL", arguments: ["https://me:hunter2@host/", "http://hunter2.test"])
    func refusalIsSilent(text: String) {
        let refusal = #expect(throws: ServerURL.Refusal.self) { try ServerURL(text) }
        var shown = ""
        dump(refusal, to: &shown)
        shown += "\(refusal as Any) \(refusal?.description ?? "")"
        #expect(!shown.contains("hunter2"))
    }

    @Test("a URL shows its origin alone")
    func description() throws {
        let url = try ServerURL("https://host/users/41?key=hunter2")
        var shown = ""
        dump(url, to: &shown)
        shown += String(reflecting: url)
        #expect("\(url)" == "https://host")
        #expect(!shown.contains("41"))
    }

    @Test("a component from outside stays one component")
    func components() throws {
        let base = try ServerURL("https://host/v1/")
        #expect(try base.appending("users", "a/b?c#d é") == ServerURL("https://host/v1/users/a%2Fb%3Fc%23d%20%C3%A9"))
        for component in ["", ".", ".."] {
            #expect(throws: ServerURL.Refusal.path) { try base.appending(component) }
        }
        let queried = try base.appending(query: [("params", "id&x=y")])
        #expect(queried == (try ServerURL("https://host/v1/?params=id%26x%3Dy")))
        #expect(try queried.appending(query: [("a", "&")]).text == "https://host/v1/?params=id%26x%3Dy&a=%26")
        #expect(throws: ServerURL.Refusal.path) { try queried.appending("x") }
    }
}

import HTTPTransport
import Sealing
import TestSupport
import Testing

@Suite struct JSONViewTests {
    private func view(_ text: String) throws -> JSONView {
        try JSONView(SecretBytes(utf8: text))
    }

    @Test("values are found by path, however their keys are spelt; absent and null differ")
    func paths() throws {
        let view = try view(#"{"a":{"\u0062":{"c":7}},"n":null,"l":[1]}"#)
        #expect(view.value("a", "b", "c").flatMap { view.integer($0) } == 7)
        #expect(view.value("n").map { view.kind($0) } == .null)
        for path in [["x"], ["a", "x"], ["n", "x"], ["l", "0"], ["a", "b", "c", "d"]] {
            #expect(
                path.reduce(view.root as JSONView.Node?) { node, key in node.flatMap { view.value(key, in: $0) } }
                    == nil)
        }
        #expect(view.value("a").map { view.kind($0) } == .object)
    }

    @Test(
        "a secret comes out with its escapes resolved",
        arguments: [
            (#""plain""#, "plain"), (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u20AC\uD83D\uDE00!""#, "Aé€😀!"), ("\"é😀\"", "é😀"), (#""\u0000""#, "\u{0}"),
            (#""\ud834\udd1e\ud834\udd1e""#, "𝄞𝄞"),
        ])
    func secrets(text: String, meaning: String) throws {
        let view = try view(#"{"s": \#(text)}"#)
        let node = try node(view, "s")
        let matches = view.secret(node)?.equals(SecretBytes(utf8: meaning))
        #expect(matches == true)
        #expect(view.publicText(node) == meaning)
    }

    @Test("a value of another kind is no secret", arguments: ["1", "true", "null", "[]", "{}"])
    func noSecret(text: String) throws {
        let view = try view("[\(text)]")
        let isSecret = view.elements(of: view.root).contains { view.secret($0) != nil }
        #expect(!isSecret)
    }

    @Test(
        "an integer may be a number or a string of digits",
        arguments: [
            ("7", 7), ("-7", -7), (#""7""#, 7), (#""+57""#, 57), (#""-3""#, -3), ("9223372036854775807", Int.max),
            ("9223372036854775808", nil), ("1.0", nil), ("1e3", nil), (#""""#, nil), (#"" 7""#, nil), (#""7x""#, nil),
            (#""0x10""#, nil), ("true", nil), ("null", nil), ("[7]", nil), (#""٧""#, nil),
        ] as [(String, Int?)])
    func integers(text: String, meaning: Int?) throws {
        let view = try view(text)
        #expect(view.integer(view.root) == meaning)
    }

    @Test(
        "a truth value may be written in three ways, and in no other",
        arguments: [
            ("true", true), ("false", false), ("1", true), ("0", false), (#""1""#, true), (#""0""#, false),
            (#""true""#, nil),
            ("2", nil), (#""""#, nil), ("null", nil), ("[]", nil), ("{}", nil), ("1.0", nil), (#""10""#, nil),
        ] as [(String, Bool?)])
    func bools(text: String, meaning: Bool?) throws {
        let view = try view(text)
        #expect(view.bool(view.root) == meaning)
    }

    @Test("a public text has a limit and may be a number")
    func publicText() throws {
        let view = try view(#"["12345", 12345, "é", null]"#)
        let texts = view.elements(of: view.root).map { view.publicText($0, atMost: 4) }
        #expect(texts == [nil, nil, "é", nil])
        #expect(view.elements(of: view.root).map { view.publicText($0) } == ["12345", "12345", "é", nil])
    }

    @Test("a string is compared where it stands, escapes resolved")
    func comparison() throws {
        let view = try view(#"["INVALID_C\u004fDE", "INVALID_CODE ", "", 7, null]"#)
        let elements = view.elements(of: view.root)
        #expect(elements.map { view.isText($0, "INVALID_CODE") } == [true, false, false, false, false])
        #expect(elements.map { view.isText($0, "") } == [false, false, true, false, false])
        #expect(elements.map { view.isText($0, "7") } == [false, false, false, false, false])
    }

    @Test("elements come in order; what is no array has none")
    func elements() throws {
        let view = try view(#"{"a":[1,[2,3],{"x":4},"5"],"e":[],"o":{"k":1}}"#)
        #expect(
            view.value("a").map { view.elements(of: $0).map { view.kind($0) } } == [.number, .array, .object, .string])
        for key in ["e", "o"] { #expect(view.value(key).map { view.elements(of: $0).count } == 0) }
    }

    @Test("a raw value stands as it was written")
    func raw() throws {
        let view = try view(#"{"r": { "a" : 1.50 } }"#)
        #expect(view.value("r").map { text(view.raw($0)) } == #"{ "a" : 1.50 }"#)
    }

    @Test(
        "a record keeps unknown fields as they are written, and loses the named ones at every depth",
        arguments: [
            (#"{"id":41,"session":{"access_token":"t"},"x":1.50}"#, #"{"id":41,"x":1.50}"#),
            (#"{"session":1}"#, "{}"), (#"{"session":1,"id":2}"#, #"{"id":2}"#),
            (#"{"id":2, "session" : 1 }"#, #"{"id":2}"#),
            (#"{"a":[{"password":"p","b":"\u00e9"}, [ ], 1]}"#, #"{"a":[{"b":"\u00e9"},[],1]}"#),
            (#"{"Password":"p","SESSION":1,"passwords":2}"#, #"{"passwords":2}"#),
            (#"{"\u0073ession":1,"a":{}}"#, #"{"a":{}}"#), (#"{"note":"session"}"#, #"{"note":"session"}"#), ("7", "7"),
        ])
    func removal(text given: String, left: String) throws {
        let view = try view(given)
        #expect(text(view.raw(view.root, without: ["session", "password"])) == left)
    }
}

@Suite struct BodyWriterTests {
    @Test(
        "a body escapes what it must, and reads back as it was written",
        arguments: [
            "plain", "", "\"quoted\" \\ back/slash", "line\nbreak\r\ttab\u{0}\u{1F}\u{7F}", "é😀\u{2028}", "</script>",
            #"","role":"admin"#, String(repeating: "long ", count: 2_000),
        ])
    func roundTrip(value: String) throws {
        var writer = JSONBodyWriter()
        writer.add("text", value)
        try writer.add("secret", secret: SecretBytes(utf8: value))
        writer.add("number", -4)
        writer.add("flag", false)
        let view = try JSONView(writer.finish())
        #expect(view.value("text").flatMap { view.publicText($0, atMost: .max) } == value)
        #expect(view.value("secret").flatMap { view.publicText($0, atMost: .max) } == value)
        #expect(view.value("number").flatMap { view.integer($0) } == -4)
        #expect(view.value("flag").map { view.kind($0) } == .false)
    }

    @Test("no fields make an empty object")
    func empty() {
        #expect(text(JSONBodyWriter().finish()) == "{}")
    }

    @Test("a secret that is no UTF-8 is refused and leaves no trace")
    func noText() throws {
        let bytes: [UInt8] = [0x61, 0xFF]
        var writer = JSONBodyWriter()
        let outcome = Result { () throws(JSONError) in
            try writer.add("secret", secret: secret(bytes))
        }
        writer.add("a", 1)
        #expect((try? outcome.get()) == nil)
        #expect(text(writer.finish()) == #"{"a":1}"#)
    }

    @Test("a form encodes all but the unreserved characters")
    func form() {
        var writer = FormBodyWriter()
        writer.add("grant_type", "urn:ietf:params:oauth:grant-type:device_code")
        writer.add("code", secret: SecretBytes(utf8: "a b&c=d+é~"))
        #expect(
            text(writer.finish())
                == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&code=a%20b%26c%3Dd%2B%C3%A9~")
    }
}

import Foundation
import Sealing
import Testing

@testable import SafeLogging

@Suite("Names that bear secrets") struct SecretNameTests {
    static let names = [
        ["access", "token"], ["api", "key"], ["one", "time", "code"], ["set", "cookie"], ["pin", "code"],
        ["otp", "code"], ["client", "secret"], ["auth", "code"], ["session", "id"], ["card", "number"],
        ["pass", "word"],
        ["private", "key"], ["otp"], ["pin"], ["cvv"], ["authorization"], ["pwd"], ["security", "code"],
    ]

    @Test("L07, L24: any case and any of - _ . between its words leaves a name secret", arguments: names)
    func ignoresSpelling(words: [String]) {
        for joiner in ["", "-", "_", ".", " ", "--"] {
            for name in [
                words.joined(separator: joiner), words.map { $0.uppercased() }.joined(separator: joiner),
                words.map(\.capitalized).joined(separator: joiner),
                words[0] + joiner + words.dropFirst().map(\.capitalized).joined(separator: joiner),
                words.joined(separator: joiner).enumerated().map { index, character in
                    index.isMultiple(of: 2) ? character.uppercased() : character.lowercased()
                }.joined(),
            ] {
                #expect(FieldName.bearsSecret(name), "\(name)")
                for around in ["user.\(name)", "user_\(name)", "\(name)_value", "\(name)-2", "\(name)[0]"] {
                    // A capital in the middle of a word ends it, so such a word is read only where it stands alone.
                    let isMixed = name != name.lowercased() && name != name.uppercased() && words.count == 1
                    #expect(FieldName.bearsSecret(around) || isMixed, "\(around)")
                }
            }
        }
    }

    @Test("Every listed name is secret in either case", arguments: [true, false])
    func knowsItsList(isUpper: Bool) {
        for name in SecretNames.partList + SecretNames.wordList {
            let text = name.description
            #expect(FieldName.bearsSecret(isUpper ? text.uppercased() : text), "\(text)")
        }
    }

    @Test(
        "A word is found beside capitals, digits and signs",
        arguments: [
            "OTPValue", "userOTPs", "PINHash", "CVVNumber", "smsOTP", "otp1", "pin_2", "code2", "user:pin", "user/pin",
            "$pwd", "@auth", "form[pin]", "x-auth", "pin\u{200B}", "ｐｉｎ", "user pin",
        ])
    func findsWords(name: String) {
        #expect(FieldName.bearsSecret(name))
    }

    @Test(
        "A word inside another word is none",
        arguments: [
            "opinion", "spinner", "shipping", "passenger", "codec", "expand", "japan", "outside", "author", "obsessed",
            "reseeded", "saltwater", "zipcodes", "größe", "épine",
        ])
    func keepsOtherWords(name: String) {
        #expect(!FieldName.bearsSecret(name))
    }

    static let scalars: [LogValue] = [
        "opaque", 491_827, -5, 3.5, true, nil, .bytes([0x49, 0x18, 0x27]), LogValue(content: .unsigned(.max)),
        Int8(7).logValue, UInt32(491_827).logValue, Float(1.5).logValue, Duration.seconds(491_827).logValue,
        Optional(491_827).logValue, "opa\u{301}que".logValue, Substring("opaque").logValue,
        StaticString("opaque").logValue, .url("https://opaque.example.test"), .form("a=opaque"),
        .headers([("host", "opaque")]),
    ]

    @Test("L24, L26: under a secret name every kind of value goes, at any depth", arguments: 0..<8)
    func masksSubtrees(depth: Int) {
        for scalar in Self.scalars {
            for subtree in [scalar, [scalar, [scalar]], ["a": scalar, "b": ["c": scalar]]] {
                var value: LogValue = ["Access-Token": subtree]
                for level in 0..<depth { value = level.isMultiple(of: 2) ? [value] : ["data": value] }
                let fixture = LogFixture()
                fixture.log.info("m", fields: [LogField("data", value, privacy: .public)])
                #expect(fixture.body.contains("<redacted>"))
                #expect(!fixture.body.contains("opa") && !fixture.body.contains("491") && !fixture.body.contains("5"))
            }
        }
    }
}

@Suite("HTTP in fields") struct HTTPFieldTests {
    func render(_ value: LogValue) -> String {
        let fixture = LogFixture()
        fixture.log.info("m", fields: [LogField("http", value, privacy: .public)])
        return String(fixture.body.dropFirst("m http=".count))
    }

    @Test(
        "L07, L27: a header that holds credentials shows its name alone, in any case",
        arguments: [
            "Authorization", "Cookie", "Set-Cookie", "Proxy-Authorization", "Proxy-Authenticate", "WWW-Authenticate",
            "X-Api-Key", "X-Auth-Token", "X-CSRF-Token", "X-Amz-Security-Token", "Authentication-Info", "X-Session-Id",
            "X-Forwarded-User", "X-Acme", "ETag", "Proxy-Anything", "Sec-WebSocket-Key", "DPoP",
        ])
    func hidesHeaders(name: String) {
        for name in [name, name.lowercased(), name.uppercased(), "\(name) "] {
            let text = render(.headers([(name, "Opaque \(Sample.opaque)"), ("Host", "example.test")]))
            #expect(!text.lowercased().contains("opaque"))
            #expect(text.contains(name) && text.contains("\"Host\":\"example.test\""))
        }
    }

    @Test("L07: known headers are shown, addresses without their secrets") func showsHeaders() {
        #expect(
            render(
                .headers([
                    ("content-type", "application/json"), ("Content-Length", "12"),
                    ("Location", "https://u:opaque@example.test/a?code=opaque#opaque"),
                    ("REFERER", "https://example.test/?token=opaque"), ("Retry-After", "Bearer \(Sample.opaque)"),
                ]))
                == #"{"content-type":"application/json","Content-Length":"12","Location":"https://example.test/a?code=<redacted>","REFERER":"https://example.test/?token=<redacted>","Retry-After":"Bearer <redacted>"}"#
        )
    }

    @Test(
        "A form shows the names of its fields alone",
        arguments: [
            ("a=1&password=opaque&b=", "a=<redacted>&password=<redacted>&b=<redacted>"), ("opaque", "<redacted>"),
            ("grant_type=x&code=opaque%20opaque", "grant_type=<redacted>&code=<redacted>"),
            ("a=opaque;b=opaque", "a=<redacted>;b=<redacted>"), ("o p=opaque", "<redacted>=<redacted>"),
            ("a=opaque=opaque", "a=<redacted>"), ("\n=opaque", "<redacted>=<redacted>"),
        ])
    func hidesForms(form: String, shown: String) {
        // The separator of a form is shown as `&`.
        #expect(render(.form(form)).trimmingQuotes == shown.replacingSemicolons)
    }

    @Test("A header, a form and an address are values of a list like others") func nests() {
        let text = render([.form("a=opaque"), .url("https://example.test/?opaque"), .headers([("Cookie", "a=opaque")])])
        #expect(!text.contains("opaque"))
        #expect(text.hasPrefix("[\"a=<redacted>\",") && text.hasSuffix("{\"Cookie\":\"<redacted>\"}]"))
    }

    @Test("L07: cookies, forms and headers in free text lose their values too") func hidesInText() {
        for text in [
            "x-api-key: \(Sample.opaque)", "access_token: \(Sample.opaque)", "password: \(Sample.opaque)",
            "Cookie: sid=\(Sample.opaque); other=\(Sample.opaque)", "cookie=sid=\(Sample.opaque)",
            "Set-Cookie: session=\(Sample.opaque); Path=/; HttpOnly", "proxy-authorization: Basic \(Sample.opaque)",
            "username=a&password=\(Sample.opaque)&x=1", "https://a:\(Sample.opaque)@example.test/",
            "GET /a?access_token=\(Sample.opaque) HTTP/1.1",
        ] {
            let fixture = LogFixture()
            fixture.log.info("got \(text, privacy: .public)")
            #expect(!fixture.body.contains(Sample.opaque.prefix(8)), "\(fixture.body)")
        }
    }
}

extension String {
    fileprivate var trimmingQuotes: String { hasPrefix("\"") ? String(dropFirst().dropLast()) : self }
    fileprivate var replacingSemicolons: String { String(map { $0 == ";" ? "&" : $0 }) }
}

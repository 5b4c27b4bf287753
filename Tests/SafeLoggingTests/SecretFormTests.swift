import Sealing
import Testing

@testable import SafeLogging

@Suite("Forms of a secret") struct SecretFormTests {
    func forms(of secret: [UInt8]) -> [SecretForm: [UInt8]] {
        var forms: [SecretForm: [UInt8]] = [:]
        secret.scan { span in SecretForm.forEach(of: span) { forms[$0] = [UInt8](copying: $1) } }
        return forms
    }

    func text(_ form: SecretForm, _ secret: String) -> String? {
        form.bytes(of: Array(secret.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "Each form is what its standard says",
        arguments: [
            (.base64, "foobar", "Zm9vYmFy"), (.base64Skipping1, "foobar!", "b29iYXIh"),
            (.base64Skipping2, "foobar", "b2Jh"), (.base64, "??>", "Pz8+"), (.base64URL, "??>", "Pz8-"),
            (.hexLower, "jo/", "6a6f2f"), (.hexUpper, "jo/", "6A6F2F"), (.percent, "a/b+ü~", "a%2Fb%2B%C3%BC~"),
            (.percentLower, "a/ü", "a%2f%c3%bc"), (.json, "a\"b\\c/\n\u{1}ü", "a\\\"b\\\\c/\\n\\u0001ü"),
            (.jsonSlash, "a/\"", "a\\/\\\""), (.jsonHTML, "<a&b>", "\\u003ca\\u0026b\\u003e"),
            (.jsonUnicode, "a/ü", "\\u0061\\u002f\\u00fc"), (.jsonASCII, "a\"/ü😀", "a\\\"/\\u00fc\\ud83d\\ude00"),
        ] as [(SecretForm, String, String)])
    func encodes(form: SecretForm, secret: String, expected: String) {
        #expect(text(form, secret) == expected)
    }

    @Test("UTF-16 has both orders and surrogates, and none of bytes that are no text") func encodesUTF16() {
        #expect(SecretForm.utf16LittleEndian.bytes(of: Array("aü😀".utf8)) == [0x61, 0, 0xFC, 0, 0x3D, 0xD8, 0, 0xDE])
        #expect(SecretForm.utf16BigEndian.bytes(of: Array("aü😀".utf8)) == [0, 0x61, 0, 0xFC, 0xD8, 0x3D, 0xDE, 0])
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80]] {
            #expect(SecretForm.utf16LittleEndian.bytes(of: bytes) == nil)
        }
    }

    @Test(
        "L16: whatever stands before and after, base64 of it holds one of the three alignments", arguments: 0..<6, 0..<6
    )
    func coversAlignments(before: Int, after: Int) {
        let secret = Array(Sample.opaque.utf8)
        let message = [UInt8](repeating: 0x21, count: before) + secret + [UInt8](repeating: 0x3F, count: after)
        let encoded = SecretForm.base64.bytes(of: message + [UInt8](repeating: 0, count: 3)) ?? []
        let aligned: [SecretForm] = [.base64, .base64Skipping1, .base64Skipping2]
        #expect(aligned.contains { encoded.contains($0.bytes(of: secret) ?? [1]) })
    }

    @Test("Forms that equal another are left out") func skipsEqualForms() {
        let plain = forms(of: Array("abcdefghijklmnopqrst".utf8))
        #expect(plain[.percent] == nil && plain[.json] == nil && plain[.base64URL] == nil && plain[.jsonHTML] == nil)
        #expect(plain[.raw] != nil && plain[.base64] != nil && plain[.hexUpper] != nil && plain[.jsonUnicode] != nil)
        #expect(forms(of: [0x11, 0x22, 0x33])[.hexUpper] == nil)
        for secret in [Array(Sample.password.utf8), Sample.binary, Array(Sample.token.utf8)] {
            let forms = forms(of: secret)
            #expect(Set(forms.values).count == forms.count)
        }
    }

    @Test("Numbers on disk and names in reports stay") func keepsNumbers() {
        #expect(SecretForm.allCases.map(\.rawValue) == Array(1...18))
        #expect(SecretForm.base64Skipping2.name.description == "base64")
        #expect(SecretForm.base64URL.name.description == "base64url")
        #expect(SecretForm.hexUpper.name.description == "hex")
    }

    @Test("Every form of 16 bytes and more has at least 16 bytes", arguments: 16..<24)
    func staysLongEnough(count: Int) {
        for form in SecretForm.allCases {
            let bytes = form.bytes(of: Array(Sample.opaque.utf8.prefix(count)))
            #expect((bytes?.count ?? 16) >= 16)
        }
    }
}

import SafeLogging
import Testing

@Suite("Sensitive values") struct SensitiveTests {
    struct Record {
        let id = 42
        let token = Sensitive("opaque-value-1")
        let nested: [Sensitive<[String]>?] = [Sensitive(["opaque-value-2"])]
    }

    static func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test(
        "C1, L06: no description, dump or reflection of a sensitive value or of what encloses it shows it",
        arguments: [
            { "\($0)" }, { String(describing: $0) }, { String(reflecting: $0) }, dumped,
            { "\(Mirror(reflecting: $0).children.map { "\($0.value) \(dumped($0.value))" })" },
        ] as [@Sendable (Any) -> String])
    func describesAsRedacted(describe: @Sendable (Any) -> String) {
        for value: Any in [
            Record(), Optional(Record()) as Any, [Record()], ["key": Record()], Sensitive("opaque-value-1"),
        ] {
            #expect(!describe(value).contains("opaque-value"))
        }
        #expect(describe(Record()).contains("<redacted>"))
    }

    @Test("L06: reflection finds no stored child") func hasNoChildren() {
        #expect(Mirror(reflecting: Sensitive("opaque-value")).children.isEmpty)
        #expect("\(Sensitive("opaque-value").playgroundDescription)" == "<redacted>")
    }

    @Test("The exposing verb lends the value") func exposes() {
        #expect(Sensitive("opaque-value").withExposedValue { $0.count } == 12)
    }

    @Test("Equality and hashing compare the values") func compares() {
        #expect(Sensitive("a") == Sensitive("a"))
        #expect(Sensitive("a") != Sensitive("b"))
        #expect(Set([Sensitive(1), Sensitive(1), Sensitive(2)]).count == 2)
    }
}

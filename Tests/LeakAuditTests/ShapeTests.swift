import LeakAudit
import SessionVault
import Testing

@Suite("Shapes of secrets") struct ShapeTests {
    let fixture: AuditFixture
    static let token =
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtYWRlLXVwLXN1YmplY3QifQ.c2lnbmF0dXJlLW1hZGUtdXAtZm9yLWEtdGVzdA"
    static let samples = [
        (token, "json-web-token"), ("Authorization: Bearer 7f3a9c2e1b8d4f60", "credentials"),
        ("pan=4111 1111 1111 1111;", "card-number"), ("5500-0000-0000-0004", "card-number"),
    ]

    init() throws {
        fixture = try AuditFixture.withEachKind()
    }

    private func scan(_ text: String, shapes: Bool = true, chunkSize: Int = 1_048_576) throws -> LeakReport {
        try fixture.audit(chunkSize: chunkSize).scan([try fixture.log(text)], shapes: shapes)
    }

    @Test("A token, a bearer header and a card number are suspicions, with their lines and bytes", arguments: samples)
    func findsShapes(sample: String, shape: String) throws {
        let report = try scan("first\n x \(sample) \n")
        let found = try #require(report.shapes.first)
        #expect(report.shapes.count == 1 && report.findings.isEmpty && report.verdict == .leaks)
        #expect(found.shape == shape && found.line == 2 && found.bytes.upperBound <= 9 + sample.utf8.count)
        #expect(found.bytes.lowerBound >= 9 && !found.bytes.isEmpty)
    }

    @Test("They are not looked for unless that is asked for", arguments: samples)
    func leavesShapes(sample: String, shape: String) throws {
        let report = try scan(sample, shapes: false)
        #expect(report.shapes.isEmpty && report.verdict == .clean)
    }

    @Test(
        "L33: a number without an issuer's prefix, length or check digit is none",
        arguments: [
            "4111 1111 1111 1112", "1764510000018", "9111111111111111", "411111111111111",
            "at 1764510000000 ms, id 4242",
        ])
    func ignoresNumbers(text: String) throws {
        #expect(try scan(text).shapes.isEmpty)
    }

    @Test("A known value is a leak and not a suspicion as well") func prefersLeaks() throws {
        try fixture.signIn("2", SampleValues(accessToken: Self.token))
        let report = try scan(
            "Authorization: Bearer \(Self.token)\nAuthorization: Bearer \(Self.token.dropLast(50))x\n")
        #expect(report.findings.map(\.line) == [1] && report.shapes.map(\.line) == [2])
    }

    @Test("A suspicion is reported once, wherever a chunk ends, with the same id", arguments: samples)
    func isIndependentOfChunks(sample: String, shape: String) throws {
        let length = sample.utf8.count
        for offset in offsetsAroundBuffers(of: length, chunkSize: 64, longest: 47, findsShapes: true)
        where offset % 3 == 0 {
            let text = String(repeating: "\n", count: offset) + " \(sample) \n" + String(repeating: ".\n", count: 500)
            let report = try scan(text, chunkSize: 64)
            #expect(report.shapes.map(\.line) == [offset + 1], "\(offset)")
            if offset % 30 == 0 { #expect(report.shapes.map(\.id) == (try scan(text).shapes.map(\.id))) }
        }
    }

    @Test("C1, L15: no suspicion shows what it is about") func showsNothing() throws {
        let report = try scan(Self.samples.map(\.0).joined(separator: "\n"))
        #expect(report.shapes.count == 4)
        var shown = ""
        dump(report, to: &shown)
        for part in ["eyJ", "7f3a9c2e", "4111", "5500"] { #expect(!shown.contains(part)) }
    }
}

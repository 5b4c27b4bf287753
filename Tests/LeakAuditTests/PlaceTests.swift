import LeakAudit
import SessionVault
import Testing

/// What a test expects of a finding.
struct Expected: Hashable, CustomStringConvertible {
    let line: Int
    let bytes: Range<Int>
    let value: AuditedValue
    let extent: LeakFinding.Extent
    let encoding: String?

    init(_ line: Int, _ bytes: Range<Int>, _ value: AuditedValue, _ extent: LeakFinding.Extent, _ encoding: String?) {
        self.line = line
        self.bytes = bytes
        self.value = value
        self.extent = extent
        self.encoding = encoding
    }

    init(_ finding: LeakFinding, named: Bool = true) {
        self.init(
            finding.line, finding.bytes, finding.value, finding.extent, named ? finding.encoding : nil)
    }

    var description: String { "\(line):\(bytes) \(value) \(extent) \(encoding ?? "")" }
}

/// A log in the making.
struct LogText {
    private(set) var bytes: [UInt8] = []
    private(set) var expected: [Expected] = []
    private var line = 1

    mutating func add(_ text: String) { add(Array(text.utf8)) }

    mutating func add(_ more: [UInt8]) {
        bytes += more
        line += more.count { $0 == 0x0A }
    }

    mutating func add(_ encoded: Encoded, _ value: AuditedValue, _ encoding: String) {
        let range = (bytes.count + encoded.own.lowerBound)..<(bytes.count + encoded.own.upperBound)
        expected.append(Expected(line, range, value, .whole, encoding))
        add(encoded.bytes)
    }

    mutating func add(cut encoded: Encoded, _ value: AuditedValue, _ extent: LeakFinding.Extent) {
        let range = (bytes.count + encoded.own.lowerBound)..<(bytes.count + encoded.own.upperBound)
        expected.append(Expected(line, range, value, extent, nil))
        add(encoded.bytes)
    }
}

@Suite("Where a value stands") struct PlaceTests {
    static let fixture = Result { try AuditFixture.withEachKind() }
    let values = SampleValues()

    @Test(
        "L01, L02, L16, L17: each kind of value is found in every encoding, with its line and its bytes, several a line",
        arguments: Encoding.allCases)
    func findsEncodings(encoding: Encoding) throws {
        var log = LogText()
        for padding in 0..<9 {
            log.add("\(String(repeating: "x", count: padding)) 2026-01-01 first ")
            for (kind, value) in values.all {
                log.add(encoding.encode(value), kind, encoding.name(for: value))
                log.add(" | ")
            }
            log.add(" last\n\n")
        }
        let fixture = try Self.fixture.get()
        let report = try fixture.scan(try fixture.log(log.bytes, "\(encoding).log"))
        #expect(report.findings.map { Expected($0) } == log.expected)
        #expect(report.searchedBytes == log.bytes.count)
    }

    @Test(
        "L04: of each kind of value in every encoding, the first 24 bytes are found alone, and so are the last",
        arguments: Encoding.allCases)
    func findsCutValues(encoding: Encoding) throws {
        var log = LogText()
        for padding in 0..<9 {
            for (kind, value) in values.all {
                log.add("\(String(repeating: "x", count: padding)) cut: ")
                log.add(cut: encoding.encode(String(decoding: value.utf8.prefix(24), as: UTF8.self)), kind, .head)
                log.add(" …\n… ")
                log.add(cut: encoding.encode(String(decoding: value.utf8.suffix(24), as: UTF8.self)), kind, .tail)
                log.add(" \n")
            }
        }
        let fixture = try Self.fixture.get()
        let report = try fixture.scan(try fixture.log(log.bytes, "\(encoding)-cut.log"))
        #expect(report.findings.map { Expected($0, named: false) } == log.expected)
    }

    @Test("23 bytes of a value are no finding", arguments: Encoding.allCases)
    func ignoresShorterParts(encoding: Encoding) throws {
        let fixture = try Self.fixture.get()
        var log = LogText()
        for (_, value) in values.all where value.utf8.allSatisfy({ $0 < 0x80 }) {
            for part in [value.prefix(23), value.suffix(23)] {
                log.add(encoding.encode(String(part)).bytes)
                log.add(" \n")
            }
        }
        let report = try fixture.scan(try fixture.log(log.bytes, "short.log"))
        #expect(report.findings.isEmpty && report.verdict == .clean)
    }

    @Test("The last 24 bytes are found behind a mask as long as what it hides, with the first ones in front")
    func findsMaskedValues() throws {
        let fixture = try Self.fixture.get()
        let value = Array(values.pushToken.utf8)
        var log = LogText()
        log.add("masked ")
        log.add(Array(value[..<10]))
        log.add(String(repeating: "*", count: value.count - 34))
        log.add(cut: Encoded(value.suffix(24)), .pushToken, .tail)
        let report = try fixture.scan(try fixture.log(log.bytes, "masked.log"))
        #expect(report.findings.map { Expected($0, named: false) } == log.expected)
    }

    @Test("L12: what is found does not depend on where the reader's chunks end", arguments: [1, 2, 5, 16])
    func isIndependentOfChunks(step: Int) throws {
        var log = LogText()
        for (number, encoding) in Encoding.allCases.enumerated() {
            let (kind, value) = values.all[number % 4]
            log.add(encoding.encode(value), kind, encoding.name(for: value))
            log.add("\n\(String(repeating: ".", count: number * 7 % 50)) ")
            log.add(cut: Encoded(Array(value.utf8.prefix(24))), kind, .head)
            log.add(" \n")
            log.add(cut: Encoded(Array(value.utf8.suffix(24))), kind, .tail)
            log.add("\n")
        }
        let fixture = try Self.fixture.get()
        let file = try fixture.log(log.bytes, "chunks-\(step).log")
        let packed = try fixture.gzip(log.bytes, "chunks-\(step).log.gz")
        let whole = try fixture.scan(file).findings
        #expect(whole.map { $0.bytes } == log.expected.map(\.bytes))
        for chunkSize in stride(from: step, to: 400, by: 26) {
            let audit = try fixture.audit(chunkSize: chunkSize)
            for file in [file, packed] {
                let found = audit.scan([file]).findings
                #expect(found.map { Expected($0) } == whole.map { Expected($0) }, "\(chunkSize)")
            }
        }
    }

    @Test("L12: a value is found at every offset around the end of a chunk") func findsAcrossChunks() throws {
        let fixture = try AuditFixture()
        try fixture.signIn("1", SampleValues(refreshToken: "", deviceCode: "12345", pushToken: "12345"))
        let value = Array(values.accessToken.utf8)
        let audit = try fixture.audit(chunkSize: 64)
        for offset in offsetsAroundBuffers(of: value.count, chunkSize: 64, longest: value.count) {
            let text = [UInt8](repeating: 0x0A, count: offset) + value + [UInt8](repeating: 0x2E, count: 700)
            let found = audit.scan([try fixture.log(text)]).findings
            #expect(
                found.map { Expected($0) } == [
                    Expected(offset + 1, offset..<(offset + value.count), .accessToken, .whole, "raw")
                ])
        }
    }

    @Test("A line of several chunks has one number, and the next line the next") func countsLongLines() throws {
        let fixture = try Self.fixture.get()
        var log = LogText()
        log.add("\r\n")
        for _ in 0..<3 {
            log.add(String(repeating: "long ", count: 2_000))
            log.add(Encoding.raw.encode(values.pushToken), .pushToken, "raw")
        }
        log.add("\nend ")
        log.add(Encoding.raw.encode(values.pushToken), .pushToken, "raw")
        let report = try fixture.scan(try fixture.log(log.bytes, "long.log"), chunkSize: 256)
        #expect(report.findings.map { Expected($0) } == log.expected)
        #expect(report.findings.map(\.line) == [2, 2, 2, 3])
    }

    @Test("Lines are counted by their line feeds alone, whatever stands around them") func countsLines() throws {
        let fixture = try Self.fixture.get()
        let around: [UInt8] = [0x0A, 0x09, 0x0B, 0x8A, 0x0D, 0x00, 0xFF, 0x0A, 0x0A, 0x0C, 0x8A, 0x0A, 0x1A]
        for count in 0..<60 {
            let front = (0..<count).map { around[$0 * 7 % around.count] }
            let report = try fixture.scan(try fixture.log(front + Array(values.pushToken.utf8), "lines.log"))
            #expect(report.findings.map(\.line) == [1 + front.count { $0 == 0x0A }])
        }
    }
}

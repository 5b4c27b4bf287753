import Sealing
import Synchronization
import Testing

@testable import SafeLogging

@Suite("Faults while an entry is made safe") struct FailClosedTests {
    @Test(
        "A fault in any step withholds the entry's body, writes one constant line and counts it; the next entry is whole",
        arguments: RedactionStep.allCases)
    func withholds(step: RedactionStep) {
        let sink = MemorySink()
        let isBroken = Atomic(true)
        let pipeline = LogPipeline(
            sinks: [sink], correlationKey: nil, lineLimit: 8_192, registry: SecretRegistry(),
            fault: { reached throws(RedactionFault) in
                if reached == step, isBroken.load(ordering: .relaxed) { throw RedactionFault() }
            })
        let log = SafeLogger(category: "test", minimumLevel: .debug, pipeline: pipeline)
        for level in [LogLevel.debug, .info, .notice, .warning, .error] {
            log.log(level, "a \(Sample.opaque, privacy: .public)", fields: [LogField("status", Sample.opaque)])
        }
        #expect(sink.records.map(\.body) == Array(repeating: Redaction.withheldLine, count: 5))
        #expect(log.withheldEntries == 5)
        isBroken.store(false, ordering: .relaxed)
        log.info("whole")
        #expect(sink.records.last?.body == "whole")
        #expect(log.withheldEntries == 5)
    }

    @Test("An entry whose fields are too large is withheld whole and counted", arguments: [1, 3, 40])
    func withholdsLargeFields(count: Int) {
        let fixture = LogFixture()
        let text = String(repeating: "x", count: LogPipeline.sizeLimit / count + 1)
        fixture.log.info("a", fields: Array(repeating: LogField("note", text, privacy: .public), count: count))
        #expect(fixture.bodies == [Redaction.withheldLine])
        #expect(fixture.log.withheldEntries == 1)
    }

    static func nested(_ depth: Int) -> LogValue {
        var value: LogValue = "opaque"
        for level in 0..<depth { value = level.isMultiple(of: 2) ? [value] : ["a": value] }
        return value
    }

    @Test(
        "L24: an entry with a value that is nested too deep is withheld whole and counted, in any mix of lists and objects",
        arguments: Array(1..<20) + [1_000])
    func limitsDepth(depth: Int) {
        let isTooDeep = depth > ValueRenderer.depthLimit
        let fixture = LogFixture()
        let value = Self.nested(depth)
        fixture.log.info("m", fields: [LogField("count", 1), LogField("data", value, privacy: .public)])
        fixture.log.info("m \(value, privacy: .public)")
        for body in fixture.bodies {
            #expect(isTooDeep ? body == Redaction.withheldLine : body.contains("opaque"))
        }
        #expect(fixture.bodies.count == 2 && fixture.log.withheldEntries == (isTooDeep ? 2 : 0))
        let message: LogMessage = "m \(value, privacy: .public)"
        #expect("\(message)".contains("opaque") == !isTooDeep)
    }

    @Test("What is not shown may be nested at will: a private field, and all under a secret's name")
    func ignoresHidden() {
        let fixture = LogFixture()
        let deep = Self.nested(30)
        fixture.log.info("m \(deep)", fields: [LogField("data", deep), LogField("token", deep, privacy: .public)])
        #expect(fixture.body == "m <private> data=<private> token=<redacted>")
        #expect(fixture.log.withheldEntries == 0)
    }
}

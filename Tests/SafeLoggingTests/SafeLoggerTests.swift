import SafeLogging
import Synchronization
import Testing

@Suite("Loggers") struct SafeLoggerTests {
    @Test("L27: every level hides the same", arguments: [LogLevel.debug, .info, .notice, .warning, .error])
    func allLevelsAlike(level: LogLevel) {
        let fixture = LogFixture()
        let header = "Authorization: Bearer \(Sample.opaque)"
        fixture.log.log(level, "h \(header) \(header, privacy: .public)", fields: [LogField("password", "hunter22")])
        #expect(fixture.body == "h <private> Authorization: Bearer <redacted> password=<redacted>")
        #expect(fixture.sink.records.first?.level == level)
    }

    @Test("A disabled level evaluates neither message nor fields") func evaluatesNothing() {
        let evaluations = Atomic(0)
        func message() -> LogMessage {
            evaluations.add(1, ordering: .relaxed)
            return "m"
        }
        func fields() -> [LogField] {
            evaluations.add(1, ordering: .relaxed)
            return []
        }
        let fixture = LogFixture(minimumLevel: .warning)
        fixture.log.debug(message(), fields: fields())
        fixture.log.notice(message(), fields: fields())
        SafeLogger.disabled.error(message(), fields: fields())
        #expect(evaluations.load(ordering: .relaxed) == 0)
        fixture.log.warning(message(), fields: fields())
        #expect(evaluations.load(ordering: .relaxed) == 2)
        #expect(fixture.bodies.count == 1)
    }

    @Test("A derived logger keeps sinks and changes category and level") func derives() {
        let fixture = LogFixture()
        let log = fixture.log.with(category: "other", minimumLevel: .error)
        log.info("no")
        log.error("yes")
        #expect(fixture.sink.records.map { "\($0.category) \($0.body)" } == ["other yes"])
        #expect(!log.isEnabled(.warning) && log.isEnabled(.error) && !SafeLogger.disabled.isEnabled(.error))
    }

    @Test("A line holds time, level, category and message") func rendersLine() throws {
        let fixture = LogFixture()
        fixture.log.notice("ready")
        let line = try #require(fixture.sink.lines.first)
        #expect(line.hasSuffix("Z NOTICE test: ready"))
        #expect(line.utf8.count == "2026-01-01T00:00:00.000Z NOTICE test: ready".utf8.count)
    }
}

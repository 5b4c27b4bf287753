import Synchronization

/// Makes an entry safe and hands it to the sinks.
///
/// The order matters: redaction by structure, rendering, control characters, known values and shapes, and only then
/// truncation, so that no half of a secret escapes by being cut.
final class LogPipeline: Sendable {
    /// Rendered entries above this size in bytes are withheld.
    static let sizeLimit = 1 << 20

    private let sinks: [any LogSink]
    private let correlationKey: CorrelationKey?
    private let lineLimit: Int
    private let scrubber: Scrubber
    private let withheld = Atomic(0)

    init(sinks: [any LogSink], correlationKey: CorrelationKey?, lineLimit: Int, registry: SecretRegistry) {
        self.sinks = sinks
        self.correlationKey = correlationKey
        self.lineLimit = lineLimit
        scrubber = Scrubber(registry: registry)
    }

    var withheldEntries: Int { withheld.load(ordering: .relaxed) }

    func write(_ message: LogMessage, fields: [LogField], level: LogLevel, category: StaticString) {
        var text = message.rendered(with: correlationKey)
        for field in fields { ValueRenderer.append(field, to: &text) }
        let body = safeBody(of: text)
        if body == nil { withheld.add(1, ordering: .relaxed) }
        let record = LogRecord(
            timestamp: Timestamp.now(), level: level, category: category, body: body ?? Redaction.withheldLine)
        for sink in sinks { sink.write(record) }
    }

    private func safeBody(of text: String) -> String? {
        guard text.utf8.count <= Self.sizeLimit else { return nil }
        var bytes = Array(text.utf8)
        if ControlCharacters.areIn(bytes) {
            bytes = ControlCharacters.neutralized(scrubber.scrub(bytes))
        }
        let scrubbed = scrubber.scrub(bytes)
        return String(validating: Truncation.cut(scrubbed, to: lineLimit), as: UTF8.self)
    }
}

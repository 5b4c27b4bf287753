import Synchronization

/// Makes an entry safe and hands it to the sinks.
///
/// The order matters: redaction by structure, rendering, control characters, known values and shapes, and only then
/// truncation, so that no half of a secret escapes by being cut.
final class LogPipeline: Sendable {
    /// Rendered entries above this size in bytes are withheld.
    static let sizeLimit = 1 << 20
    /// Room for most entries.
    private static let usualSize = 240

    private let sinks: [any LogSink]
    private let correlationKey: CorrelationKey?
    private let lineLimit: Int
    private let scrubber: Scrubber
    private let withheld = Atomic(0)
    private let fault: (@Sendable (RedactionStep) throws(RedactionFault) -> Void)?

    /// `fault` lets tests make a step fail.
    init(
        sinks: [any LogSink], correlationKey: CorrelationKey?, lineLimit: Int, registry: SecretRegistry,
        fault: (@Sendable (RedactionStep) throws(RedactionFault) -> Void)? = nil
    ) {
        self.sinks = sinks
        self.fault = fault
        self.correlationKey = correlationKey
        self.lineLimit = lineLimit
        scrubber = Scrubber(registry: registry)
    }

    var withheldEntries: Int { withheld.load(ordering: .relaxed) }

    func write(_ message: LogMessage, fields: [LogField], level: LogLevel, category: StaticString) {
        let body: String
        do throws(RedactionFault) { body = try safeBody(of: message, fields) } catch {
            withheld.add(1, ordering: .relaxed)
            body = Redaction.withheldLine
        }
        let record = LogRecord(timestamp: Timestamp.now(), level: level, category: category, body: body)
        for sink in sinks { sink.write(record) }
    }

    private func safeBody(of message: LogMessage, _ fields: [LogField]) throws(RedactionFault) -> String {
        try fault?(.structure)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.usualSize)
        try message.append(to: &bytes, with: correlationKey)
        for field in fields {
            guard bytes.count <= Self.sizeLimit else { throw RedactionFault() }
            try ValueRenderer.append(field, to: &bytes)
        }
        guard bytes.count <= Self.sizeLimit else { throw RedactionFault() }
        try fault?(.controlCharacters)
        if ControlCharacters.areIn(bytes) {
            bytes = ControlCharacters.neutralized(scrubber.scrub(bytes))
        }
        try fault?(.search)
        bytes = scrubber.scrub(bytes)
        try fault?(.truncation)
        let cut = String(validating: Truncation.cut(bytes, to: lineLimit), as: UTF8.self)
        guard let cut else { throw RedactionFault() }
        return cut
    }
}

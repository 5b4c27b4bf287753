/// Logs messages that can't carry a secret.
///
/// Values are private unless marked; whatever still gets into a line is searched for every secret that the process knows
/// of and for the shapes of common secrets, before any sink sees it. A level below the minimum costs one comparison: the
/// message is neither evaluated nor built.
public struct SafeLogger: Sendable {
    /// The part of the program that this logger speaks for.
    public let category: StaticString
    /// Entries below this level are not evaluated.
    public let minimumLevel: LogLevel
    private let pipeline: LogPipeline?
    /// The least rank that is written; a logger without a pipeline writes none.
    @usableFromInline let threshold: UInt8

    /// A logger that writes to `sinks`, one after the other, in the caller's thread.
    ///
    /// `correlationKey` gives tags that are equal in all runs; without it, values that would get one show as
    /// `<private>`. Lines longer than `lineLimit` bytes (at least 64) are cut after everything secret is gone.
    public init(
        category: StaticString, minimumLevel: LogLevel = .info, sinks: [any LogSink],
        correlationKey: CorrelationKey? = nil, lineLimit: Int = 8_192
    ) {
        self.init(
            category: category, minimumLevel: minimumLevel,
            pipeline: LogPipeline(
                sinks: sinks, correlationKey: correlationKey, lineLimit: max(lineLimit, 64), registry: .process))
    }

    init(category: StaticString, minimumLevel: LogLevel, pipeline: LogPipeline?) {
        self.category = category
        self.minimumLevel = minimumLevel
        self.pipeline = pipeline
        threshold = pipeline == nil ? .max : minimumLevel.rank
    }

    /// A logger that logs nothing.
    public static let disabled = SafeLogger(category: "", minimumLevel: .error, pipeline: nil)

    /// A logger for another category or level that writes to the same sinks.
    public func with(category: StaticString? = nil, minimumLevel: LogLevel? = nil) -> SafeLogger {
        SafeLogger(
            category: category ?? self.category, minimumLevel: minimumLevel ?? self.minimumLevel, pipeline: pipeline)
    }

    /// Entries whose body was withheld, since it was too large, nested too deep (more than 8 levels) or could not be made safe.
    public var withheldEntries: Int { pipeline?.withheldEntries ?? 0 }

    /// Tells whether entries of `level` are written.
    @inlinable public func isEnabled(_ level: LogLevel) -> Bool { level.rank >= threshold }

    /// Logs an entry of any level.
    @inlinable public func log(
        _ level: LogLevel, _ message: @autoclosure () -> LogMessage, fields: @autoclosure () -> [LogField] = []
    ) {
        guard isEnabled(level) else { return }
        write(level, message(), fields())
    }

    @usableFromInline func write(_ level: LogLevel, _ message: LogMessage, _ fields: [LogField]) {
        pipeline?.write(message, fields: fields, level: level, category: category)
    }
}

extension SafeLogger {
    /// Logs for whoever looks for a fault.
    @inlinable public func debug(_ message: @autoclosure () -> LogMessage, fields: @autoclosure () -> [LogField] = []) {
        log(.debug, message(), fields: fields())
    }

    /// Logs an ordinary event.
    @inlinable public func info(_ message: @autoclosure () -> LogMessage, fields: @autoclosure () -> [LogField] = []) {
        log(.info, message(), fields: fields())
    }

    /// Logs an ordinary event that an operator may want to see.
    @inlinable public func notice(_ message: @autoclosure () -> LogMessage, fields: @autoclosure () -> [LogField] = [])
    {
        log(.notice, message(), fields: fields())
    }

    /// Logs that something is not as it should be.
    @inlinable public func warning(_ message: @autoclosure () -> LogMessage, fields: @autoclosure () -> [LogField] = [])
    {
        log(.warning, message(), fields: fields())
    }

    /// Logs that work failed.
    @inlinable public func error(_ message: @autoclosure () -> LogMessage, fields: @autoclosure () -> [LogField] = []) {
        log(.error, message(), fields: fields())
    }
}

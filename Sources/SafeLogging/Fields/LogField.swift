/// A named value of a log entry.
///
/// The value is private unless it is marked public or its name is one of the known-safe ones (``knownSafeNames``). Under a
/// name that bears secrets, such as `password` or `access_token`, it is redacted whatever the mark.
public struct LogField: Sendable {
    enum Privacy: Sendable {
        case byName
        case shown
        case hidden(HiddenLogPrivacy)
    }

    /// The name.
    public let name: StaticString
    let value: LogValue
    let privacy: Privacy

    /// A field that is private unless its name is known to be safe.
    public init(_ name: StaticString, _ value: some LogValueConvertible) {
        self.init(name: name, value: value.logValue, privacy: .byName)
    }

    /// A field that is shown, unless its name or its value gives a secret away.
    public init(_ name: StaticString, _ value: some LogValueConvertible, privacy: OpenLogPrivacy) {
        self.init(name: name, value: value.logValue, privacy: .shown)
    }

    /// A field whose value is not shown.
    public init(_ name: StaticString, _ value: some Any, privacy: HiddenLogPrivacy) {
        self.init(name: name, value: .redacted, privacy: .hidden(privacy))
    }

    /// A field that shows as `<redacted>`.
    public init<Value>(_ name: StaticString, _ value: Sensitive<Value>) {
        self.init(name: name, value: .redacted, privacy: .hidden(.sensitive))
    }

    private init(name: StaticString, value: LogValue, privacy: Privacy) {
        self.name = name
        self.value = value
        self.privacy = privacy
    }

    /// Names whose values are shown unless they are marked private, compared without case, `-`, `_` and `.`.
    public static let knownSafeNames: Set<String> = [
        "attempt", "branch", "bytes", "component", "count", "duration", "durationms", "elapsed", "elapsedms", "errno",
        "errorcode", "event", "exitcode", "httpstatus", "kind", "level", "limit", "method", "operation", "outcome",
        "phase", "pid", "reason", "records", "result", "retries", "role", "size", "state", "status", "statuscode",
        "step", "timeout", "version",
    ]
}

extension LogField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name; never the value.
    public var description: String { "\(name)=\(Redaction.privateMark)" }
    /// The name; never the value.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

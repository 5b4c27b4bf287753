/// A structured value of a log entry: a scalar, a list or an object.
///
/// It doesn't show its content when described.
public struct LogValue: Sendable {
    enum Content: Sendable {
        case null
        case bool(Bool)
        case signed(Int64)
        case unsigned(UInt64)
        case number(Double)
        case text(String)
        case bytes([UInt8])
        case list([LogValue])
        case object([Member])
        case url(String)
        case form(String)
        case headers([Header])
        case redacted
    }

    struct Member: Sendable {
        let name: String
        let value: LogValue
    }

    struct Header: Sendable {
        let name: String
        let value: String
    }

    let content: Content

    /// No value.
    public static let null = LogValue(content: .null)

    /// A value that shows as `<redacted>` under any name.
    public static let redacted = LogValue(content: .redacted)

    /// Bytes, shown in hexadecimal.
    public static func bytes(_ bytes: [UInt8]) -> LogValue { LogValue(content: .bytes(bytes)) }

    /// An address, shown as ``redactedURL(_:)`` renders it.
    public static func url(_ text: String) -> LogValue { LogValue(content: .url(text)) }

    /// The body of a form (`application/x-www-form-urlencoded`) or the query of a URL, shown with the names alone.
    public static func form(_ text: String) -> LogValue { LogValue(content: .form(text)) }

    /// The header fields of an HTTP message (RFC 9110), shown as an object.
    ///
    /// Of well-known fields without secrets the value is shown, of those that hold a URL as ``redactedURL(_:)`` renders it;
    /// of all others, such as `Authorization`, `Cookie` and what nobody knows, only the name. Names are compared without
    /// case.
    public static func headers(_ fields: some Sequence<(name: String, value: String)>) -> LogValue {
        LogValue(content: .headers(fields.map { Header(name: $0.name, value: $0.value) }))
    }
}

extension LogValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `<private>`.
    public var description: String { Redaction.privateMark }
    /// Always `<private>`.
    public var debugDescription: String { Redaction.privateMark }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension LogValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral value: String) { content = .text(value) }
    /// An integer.
    public init(integerLiteral value: Int64) { content = .signed(value) }
    /// A number.
    public init(floatLiteral value: Double) { content = .number(value) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { content = .bool(value) }
    /// No value.
    public init(nilLiteral: ()) { content = .null }
    /// A list.
    public init(arrayLiteral elements: LogValue...) { content = .list(elements) }
    /// An object; its members are shown in this order.
    public init(dictionaryLiteral elements: (String, LogValue)...) {
        content = .object(elements.map { Member(name: $0.0, value: $0.1) })
    }
}

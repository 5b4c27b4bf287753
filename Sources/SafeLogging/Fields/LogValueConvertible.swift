/// A type whose values may be logged as public.
///
/// Conform a type only where no value of it is ever a secret. An enum with a `String` raw value gets the conformance for
/// free: `extension Reason: LogValueConvertible {}`.
public protocol LogValueConvertible: Sendable {
    /// The value as it is logged.
    var logValue: LogValue { get }
}

extension LogValue: LogValueConvertible {
    /// The value itself.
    public var logValue: LogValue { self }
}

extension LogValueConvertible where Self: RawRepresentable, RawValue == String {
    /// The raw value.
    public var logValue: LogValue { LogValue(content: .text(rawValue)) }
}

extension LogValueConvertible where Self: BinaryInteger {
    /// The number; one that 64 bits can't hold is text.
    public var logValue: LogValue {
        if let signed = Int64(exactly: self) { return LogValue(content: .signed(signed)) }
        if let unsigned = UInt64(exactly: self) { return LogValue(content: .unsigned(unsigned)) }
        return LogValue(content: .text(String(self)))
    }
}

extension Int: LogValueConvertible {}
extension Int8: LogValueConvertible {}
extension Int16: LogValueConvertible {}
extension Int32: LogValueConvertible {}
extension Int64: LogValueConvertible {}
extension UInt: LogValueConvertible {}
extension UInt8: LogValueConvertible {}
extension UInt16: LogValueConvertible {}
extension UInt32: LogValueConvertible {}
extension UInt64: LogValueConvertible {}

extension Bool: LogValueConvertible {
    /// `true` or `false`.
    public var logValue: LogValue { LogValue(content: .bool(self)) }
}

extension Double: LogValueConvertible {
    /// The number.
    public var logValue: LogValue { LogValue(content: .number(self)) }
}

extension Float: LogValueConvertible {
    /// The number.
    public var logValue: LogValue { LogValue(content: .number(Double(self))) }
}

extension String: LogValueConvertible {
    /// The text.
    public var logValue: LogValue { LogValue(content: .text(self)) }
}

extension Substring: LogValueConvertible {
    /// The text.
    public var logValue: LogValue { LogValue(content: .text(String(self))) }
}

extension StaticString: LogValueConvertible {
    /// The text.
    public var logValue: LogValue { LogValue(content: .text(description)) }
}

extension Duration: LogValueConvertible {
    /// The duration in seconds.
    public var logValue: LogValue {
        let (seconds, attoseconds) = components
        return LogValue(content: .number(Double(seconds) + Double(attoseconds) * 1e-18))
    }
}

extension Optional: LogValueConvertible where Wrapped: LogValueConvertible {
    /// The value, or `null`.
    public var logValue: LogValue { self?.logValue ?? .null }
}

extension Array: LogValueConvertible where Element: LogValueConvertible {
    /// A list.
    public var logValue: LogValue { LogValue(content: .list(map(\.logValue))) }
}

extension Dictionary: LogValueConvertible where Key == String, Value: LogValueConvertible {
    /// An object, its members ordered by name.
    public var logValue: LogValue {
        let members = sorted { $0.key < $1.key }.map { LogValue.Member(name: $0.key, value: $0.value.logValue) }
        return LogValue(content: .object(members))
    }
}

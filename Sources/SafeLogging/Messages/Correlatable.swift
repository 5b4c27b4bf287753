/// A type whose values may be replaced by a tag, so that log lines about the same value can be joined.
///
/// A keyed hash of a value with few possibilities, such as a phone number or a one-time code, can be reversed by whoever
/// has the key: they try all. So the type says how far its tags reach. Text and integers, of which that isn't known, get
/// tags under a key that lives and dies with the process.
public protocol Correlatable: Sendable {
    /// How far tags of this type reach.
    static var correlationScope: CorrelationScope { get }
    /// The text that is hashed; it must be the same for equal values.
    var correlationText: String { get }
}

/// How far a correlation tag reaches.
public struct CorrelationScope: Sendable {
    enum Reach: Sendable {
        case acrossRuns(StaticString)
        case process
        case nowhere
    }

    let reach: Reach

    /// Tags under the logger's ``CorrelationKey``, equal in all runs; `fieldClass` keeps tags of different kinds of
    /// value apart.
    ///
    /// For values with at least 64 bits of entropy, such as random identifiers.
    public static func acrossRuns(fieldClass: StaticString) -> CorrelationScope {
        CorrelationScope(reach: .acrossRuns(fieldClass))
    }

    /// Tags under a random key that is lost when the process ends.
    public static let withinProcess = CorrelationScope(reach: .process)
    /// No tags: such values show as `<private>`.
    public static let never = CorrelationScope(reach: .nowhere)
}

extension Correlatable where Self: BinaryInteger {
    /// Within the process: an integer may well be a phone number.
    public static var correlationScope: CorrelationScope { .withinProcess }
    /// The decimal digits.
    public var correlationText: String { String(self) }
}

extension Int: Correlatable {}
extension Int64: Correlatable {}
extension Int32: Correlatable {}
extension UInt: Correlatable {}
extension UInt64: Correlatable {}
extension UInt32: Correlatable {}

extension String: Correlatable {
    /// Within the process: nothing is known about the text.
    public static var correlationScope: CorrelationScope { .withinProcess }
    /// The text itself.
    public var correlationText: String { self }
}

/// A value that no description, reflection or encoding shows.
///
/// The value sits behind an opaque heap reference, so that `Mirror`, `dump`, `print`, playgrounds and the description of
/// any enclosing type find only the mark `<redacted>`. It can't be encoded, and can't be logged as public: both do not
/// compile. The one way to the value is ``withExposedValue(_:)``.
public struct Sensitive<Value: Sendable>: Sendable {
    private let box: SensitiveBox<Value>

    /// Wraps `value`.
    ///
    /// The original stays wherever the caller has it.
    public init(_ value: consuming Value) {
        box = SensitiveBox(value)
    }

    /// Lends the value to `body`.
    public func withExposedValue<R: ~Copyable, E: Error>(_ body: (borrowing Value) throws(E) -> R) throws(E) -> R {
        try body(box.value)
    }
}

/// Holds the value; it describes itself as redacted too, for whoever reaches it by its address.
private final class SensitiveBox<Value: Sendable>: Sendable, CustomReflectable {
    let value: Value

    init(_ value: consuming Value) {
        self.value = value
    }

    var customMirror: Mirror { Mirror(reflecting: Redaction.mark) }
}

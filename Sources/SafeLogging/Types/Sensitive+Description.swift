extension Sensitive: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    /// Always `<redacted>`.
    public var description: String { Redaction.mark }

    /// Always `<redacted>`.
    public var debugDescription: String { Redaction.mark }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    /// Always `<redacted>`.
    public var playgroundDescription: Any { Redaction.mark }
}

extension Sensitive: Equatable where Value: Equatable {
    /// Compares the values.
    ///
    /// It takes the time that `Value` takes; for secrets compare `SecretBytes`, whose time is constant.
    public static func == (left: Self, right: Self) -> Bool {
        left.withExposedValue { left in right.withExposedValue { right in left == right } }
    }
}

extension Sensitive: Hashable where Value: Hashable {
    /// Feeds the value to `hasher`, whose seed is random per process.
    public func hash(into hasher: inout Hasher) {
        withExposedValue { value in hasher.combine(value) }
    }
}

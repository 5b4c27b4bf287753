extension LogMessage {
    /// Collects the parts of a message.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        private(set) var pieces: [Piece] = []

        /// Makes room for the parts of a message.
        public init(literalCapacity: Int, interpolationCount: Int) {
            pieces.reserveCapacity(2 * interpolationCount + 1)
        }

        /// Appends literal text, which is public.
        public mutating func appendLiteral(_ literal: StaticString) {
            guard literal.utf8CodeUnitCount > 0 else { return }
            pieces.append(.literal(literal))
        }

        /// Appends `<private>`; the value is not read.
        public mutating func appendInterpolation<Value>(_ value: @autoclosure () -> Value) {
            pieces.append(.text(Redaction.privateMark))
        }

        /// Appends `<private>` or `<redacted>`; the value is not read.
        public mutating func appendInterpolation<Value>(
            _ value: @autoclosure () -> Value, privacy: HiddenLogPrivacy
        ) {
            pieces.append(.text(privacy.mark))
        }

        /// Appends the value itself.
        public mutating func appendInterpolation<Value: LogValueConvertible>(
            _ value: @autoclosure () -> Value, privacy: OpenLogPrivacy
        ) {
            do throws(RedactionFault) {
                pieces.append(.text(try ValueRenderer.text(of: value().logValue)))
            } catch { pieces.append(.fault(error)) }
        }

        /// Appends a tag in place of the value, as far as the value's type allows one.
        public mutating func appendInterpolation<Value: Correlatable>(
            _ value: @autoclosure () -> Value, privacy: MaskedLogPrivacy
        ) {
            pieces.append(.tag(Value.correlationScope, value().correlationText))
        }
    }
}

extension LogMessage.StringInterpolation: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `<private>`.
    public var description: String { Redaction.privateMark }
    /// Always `<private>`.
    public var debugDescription: String { Redaction.privateMark }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

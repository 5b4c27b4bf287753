/// The text of a log entry.
///
/// Its literal parts are public, everything interpolated is private unless marked.
///
/// The vocabulary is OSLog's:
///
/// ```swift
/// log.info("signed in as \(name), status \(status, privacy: .public)")
/// log.info("device \(deviceID, privacy: .private(mask: .hash))")
/// ```
///
/// A finished `String` is no message, and a secret has no public form: both do not compile.
public struct LogMessage: ExpressibleByStringInterpolation, Sendable {
    enum Piece: Sendable {
        case literal(StaticString)
        case text(String)
        case tag(CorrelationScope, String)
        /// A value that can't be shown safely, and the whole message with it.
        case fault(RedactionFault)
    }

    let pieces: [Piece]

    /// A message without interpolations.
    public init(stringLiteral text: StaticString) {
        pieces = [.literal(text)]
    }

    /// A message with interpolations.
    public init(stringInterpolation: StringInterpolation) {
        pieces = stringInterpolation.pieces
    }

    /// Renders the message; tags that need a key become `<private>` without one.
    func rendered(with key: CorrelationKey?) throws(RedactionFault) -> String {
        var text = ""
        for piece in pieces {
            switch piece {
            case .literal(let literal): text += literal.description
            case .text(let value): text += value
            case .tag(let scope, let value): text += Self.tag(of: value, scope: scope, key: key)
            case .fault(let fault): throw fault
            }
        }
        return text
    }

    private static func tag(of text: String, scope: CorrelationScope, key: CorrelationKey?) -> String {
        switch scope.reach {
        case .acrossRuns(let fieldClass): key?.tag(of: text, fieldClass: fieldClass) ?? Redaction.privateMark
        case .process: CorrelationKey.processTag(of: text)
        case .nowhere: Redaction.privateMark
        }
    }
}

extension LogMessage: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The message as a logger without a key would write it, secrets that the process knows of replaced.
    public var description: String {
        guard let text = try? rendered(with: nil) else { return Redaction.withheldLine }
        return String(decoding: Scrubber().scrub(Array(text.utf8)), as: UTF8.self)
    }
    /// The same as the description.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

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
    func append(to text: inout [UInt8], with key: CorrelationKey?) throws(RedactionFault) {
        for piece in pieces {
            switch piece {
            case .literal(let literal): text.append(literal)
            case .text(let value): text += value.utf8
            case .tag(let scope, let value): text += Self.tag(of: value, scope: scope, key: key).utf8
            case .fault(let fault): throw fault
            }
        }
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
        var text: [UInt8] = []
        do throws(RedactionFault) { try append(to: &text, with: nil) } catch { return Redaction.withheldLine }
        return String(decoding: Scrubber().scrub(text), as: UTF8.self)
    }
    /// The same as the description.
    public var debugDescription: String { description }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension [UInt8] {
    /// Appends text of the program itself.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { unsafe append(contentsOf: $0) }
    }
}

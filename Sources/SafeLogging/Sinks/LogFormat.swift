/// How the lines of a log look.
public struct LogFormat: Sendable, Equatable {
    private enum Kind {
        case text
        case jsonLines
    }

    private let kind: Kind

    /// Time, level, category and body, such as `2026-01-01T00:00:00.000Z INFO sync: done`.
    public static let text = LogFormat(kind: .text)
    /// One JSON object (RFC 8259) a line, with the members `time`, `level`, `category` and `message`.
    public static let jsonLines = LogFormat(kind: .jsonLines)

    /// The entry as one line with its line feed, for a file.
    func bytes(of record: LogRecord) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(record.body.utf8.count + record.category.utf8CodeUnitCount + 64)
        switch kind {
        case .text: record.append(to: &line)
        case .jsonLines: line += self.line(of: record).utf8
        }
        line.append(UInt8(ascii: "\n"))
        return line
    }

    /// The entry as one line, without a line feed.
    func line(of record: LogRecord) -> String {
        switch kind {
        case .text: record.line
        case .jsonLines:
            "{\"time\":\(Self.quoted(record.timestamp)),\"level\":\(Self.quoted(record.level.name.description)),"
                + "\"category\":\(Self.quoted(record.category.description)),\"message\":\(Self.quoted(record.body))}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                quoted += "\\"
                quoted.unicodeScalars.append(scalar)
            case _ where scalar.value < 0x20: quoted += "\\u00\(Hexadecimal.lower([UInt8(scalar.value)]))"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

/// A log entry that is safe to write: everything secret is gone from it.
///
/// Only a logger makes records.
public struct LogRecord: Sendable {
    /// When it was logged, in RFC 3339 and UTC with milliseconds.
    public let timestamp: String
    /// How important it is.
    public let level: LogLevel
    /// The part of the program that it came from.
    public let category: StaticString
    /// Message and fields, without control characters, in at most the logger's limit of bytes.
    public let body: String

    package init(timestamp: String, level: LogLevel, category: StaticString, body: String) {
        self.timestamp = timestamp
        self.level = level
        self.category = category
        self.body = body
    }

    /// The entry as one line, without a line feed.
    public var line: String {
        var line: [UInt8] = []
        append(to: &line)
        return String(decoding: line, as: UTF8.self)
    }

    func append(to line: inout [UInt8]) {
        line += timestamp.utf8
        line.append(UInt8(ascii: " "))
        line.append(level.name)
        line.append(UInt8(ascii: " "))
        line.append(category)
        line.append(UInt8(ascii: ":"))
        line.append(UInt8(ascii: " "))
        line += body.utf8
    }
}

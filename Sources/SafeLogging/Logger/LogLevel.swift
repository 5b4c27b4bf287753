/// How important a log entry is.
public struct LogLevel: Sendable, Hashable, Comparable {
    private let rank: UInt8

    /// For whoever looks for a fault.
    public static let debug = LogLevel(rank: 0)
    /// Ordinary events.
    public static let info = LogLevel(rank: 1)
    /// Ordinary events that an operator may want to see.
    public static let notice = LogLevel(rank: 2)
    /// Something is not as it should be; the work went on.
    public static let warning = LogLevel(rank: 3)
    /// Work failed.
    public static let error = LogLevel(rank: 4)

    /// Orders levels by importance.
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

    /// The name as log lines show it, such as `WARNING`.
    public var name: StaticString {
        switch rank {
        case 0: "DEBUG"
        case 1: "INFO"
        case 2: "NOTICE"
        case 3: "WARNING"
        default: "ERROR"
        }
    }
}

extension LogLevel: LogValueConvertible {
    /// The level's name.
    public var logValue: LogValue { name.logValue }
}

/// How important a log entry is.
public struct LogLevel: Sendable, Hashable, Comparable {
    @usableFromInline let rank: UInt8

    @inlinable init(rank: UInt8) { self.rank = rank }

    /// For whoever looks for a fault.
    @inlinable public static var debug: LogLevel { LogLevel(rank: 0) }
    /// Ordinary events.
    @inlinable public static var info: LogLevel { LogLevel(rank: 1) }
    /// Ordinary events that an operator may want to see.
    @inlinable public static var notice: LogLevel { LogLevel(rank: 2) }
    /// Something is not as it should be; the work went on.
    @inlinable public static var warning: LogLevel { LogLevel(rank: 3) }
    /// Work failed.
    @inlinable public static var error: LogLevel { LogLevel(rank: 4) }

    /// Orders levels by importance.
    @inlinable public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rank < right.rank }

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

import Glibc

/// A moment, in whole milliseconds since 1970-01-01 00:00 UTC.
public struct UnixTime: Comparable, Hashable, Sendable {
    /// Milliseconds since the epoch; negative before it.
    public let milliseconds: Int64

    /// A moment that many milliseconds after the epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// What the system's wall clock says.
    public static var now: UnixTime {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return UnixTime(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// The moment `seconds` later, held at the ends of the range.
    public func advanced(bySeconds seconds: Int64) -> UnixTime {
        let (delta, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        let (sum, overflow2) = milliseconds.addingReportingOverflow(delta)
        guard !overflow, !overflow2 else { return UnixTime(milliseconds: seconds < 0 ? .min : .max) }
        return UnixTime(milliseconds: sum)
    }

    /// Orders by time.
    public static func < (left: UnixTime, right: UnixTime) -> Bool {
        left.milliseconds < right.milliseconds
    }
}

/// When a token ends.
///
/// A server that says nothing, or nothing readable, leaves it unknown; it is never taken for 1970.
public enum Expiry: Hashable, Sendable {
    /// The server did not say.
    case unknown
    /// The token is of no use from then on.
    case at(UnixTime)
}

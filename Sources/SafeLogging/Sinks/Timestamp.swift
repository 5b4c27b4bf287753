import Glibc

/// Times as RFC 3339 writes them, in UTC with milliseconds.
package enum Timestamp {
    static func now() -> String {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return text(seconds: Int64(time.tv_sec), milliseconds: Int(time.tv_nsec) / 1_000_000)
    }

    /// Seconds since 1970.
    static func seconds() -> Int64 { Int64(time(nil)) }

    package static func text(seconds: Int64, milliseconds: Int) -> String {
        let day = Int((Double(seconds) / 86_400).rounded(.down))
        let second = Int(seconds) - day * 86_400
        let (year, month, date) = civilDate(fromDay: day)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(date, 2))T\(padded(second / 3_600, 2)):"
            + "\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2)).\(padded(milliseconds, 3))Z"
    }

    /// Year, month and day of a day counted from 1970-01-01 in the proleptic Gregorian calendar.
    ///
    /// Years begin in March here, which puts the leap day at their end.
    private static func civilDate(fromDay day: Int) -> (Int, Int, Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

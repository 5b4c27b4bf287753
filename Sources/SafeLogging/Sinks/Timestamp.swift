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
        let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: 86_400)
        let day = Int(quotient) - (remainder < 0 ? 1 : 0)
        let second = Int(remainder) + (remainder < 0 ? 86_400 : 0)
        let (year, month, date) = civilDate(fromDay: day)
        var text = Digits()
        text.append(year, 4, "-")
        text.append(month, 2, "-")
        text.append(date, 2, "T")
        text.append(second / 3_600, 2, ":")
        text.append(second / 60 % 60, 2, ":")
        text.append(second % 60, 2, ".")
        text.append(milliseconds, 3, "Z")
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private struct Digits {
        private(set) var bytes: [UInt8] = []

        init() { bytes.reserveCapacity(24) }

        /// A number with at least so many digits, and what stands behind it.
        mutating func append(_ number: Int, _ width: Int, _ mark: Unicode.Scalar) {
            if number < 0 || number > 9_999 {
                let digits = String(number)
                bytes += String(repeating: "0", count: max(0, width - digits.utf8.count)).utf8
                bytes += digits.utf8
            } else {
                if width > 3 || number > 999 { bytes.append(0x30 + UInt8(number / 1_000)) }
                if width > 2 || number > 99 { bytes.append(0x30 + UInt8(number / 100 % 10)) }
                bytes.append(0x30 + UInt8(number / 10 % 10))
                bytes.append(0x30 + UInt8(number % 10))
            }
            bytes.append(UInt8(ascii: mark))
        }
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
}

/// The one date format that servers must send: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, IMF-fixdate).
enum HTTPDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Seconds since 1970, or nil for anything else.
    static func seconds(_ text: Substring) -> Int? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", parts[0].count == 4, parts[0].hasSuffix(","),
            let day = number(parts[1], digits: 2, in: 1...31), let month = months.firstIndex(of: String(parts[2])),
            let year = number(parts[3], digits: 4, in: 1970...9_999), let time = secondsOfDay(parts[4])
        else { return nil }
        return days(year: year, month: month + 1, day: day) * 86_400 + time
    }

    private static func secondsOfDay(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":")
        guard parts.count == 3, let hour = number(parts[0], digits: 2, in: 0...23),
            let minute = number(parts[1], digits: 2, in: 0...59), let second = number(parts[2], digits: 2, in: 0...60)
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    static func number(_ text: Substring, digits: Int, in range: ClosedRange<Int>) -> Int? {
        guard text.utf8.count <= digits, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = Int(text),
            range.contains(number)
        else { return nil }
        return number
    }

    /// Days since 1970 in the Gregorian calendar; years are counted from March, so that a leap day comes last.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
    }
}

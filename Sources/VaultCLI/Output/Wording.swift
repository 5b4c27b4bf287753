import SafeLogging
import SessionVault

/// Times, spans and sizes in words.
enum Wording {
    /// RFC 3339 in UTC, to the second.
    static func time(_ time: UnixTime) -> String {
        String(exactTime(time).prefix(19)) + "Z"
    }

    /// RFC 3339 in UTC, with milliseconds.
    static func exactTime(_ time: UnixTime) -> String {
        let seconds = (Double(time.milliseconds) / 1_000).rounded(.down)
        let whole = Int64(seconds)
        return Timestamp.text(seconds: whole, milliseconds: Int(time.milliseconds &- whole &* 1_000))
    }

    /// How long ago or how soon, in the largest unit that fits.
    static func span(milliseconds: Int64) -> String {
        let seconds = milliseconds.magnitude / 1_000
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7_200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3_600) h"
        default: "\(seconds / 86_400) days"
        }
    }

    static func age(of time: UnixTime, at now: UnixTime) -> String {
        let (span, overflow) = now.milliseconds.subtractingReportingOverflow(time.milliseconds)
        guard !overflow else { return "unknown" }
        return span < 0 ? "in \(self.span(milliseconds: span))" : self.span(milliseconds: span)
    }

    static func expiry(_ expiry: Expiry, at now: UnixTime) -> String {
        guard let time = expiry.time else { return "unknown" }
        let (span, overflow) = time.milliseconds.subtractingReportingOverflow(now.milliseconds)
        guard !overflow else { return "unknown" }
        return span <= 0 ? "\(self.span(milliseconds: span)) ago" : "in \(self.span(milliseconds: span))"
    }

    /// A count with its digits in groups.
    static func number(_ number: some BinaryInteger) -> String {
        let digits = Array(String(number))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, digit.isNumber, digits[index - 1].isNumber, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    static func memory(kiB: Int) -> String {
        kiB % 1_024 == 0 ? "\(kiB / 1_024) MiB" : "\(kiB) KiB"
    }

    static func mode(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    static func plural(_ count: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number(count)) \(count == 1 ? one : many ?? one + "s")"
    }
}

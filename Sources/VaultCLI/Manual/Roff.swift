/// Text for the manual page, in the macros of man(7).
enum Roff {
    /// Running text, in lines: what stands between backquotes is set bold.
    static func text(_ text: String) -> [String] {
        HelpPage.wrap(text, to: 72).map { line in
            var result = ""
            for (number, part) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
                result += number % 2 == 1 ? bold(String(part)) : escaped(String(part))
            }
            return protected(result)
        }
    }

    /// Text that is typed as it stands.
    static func literal(_ text: String) -> String {
        escaped(text.replacing("-", with: "\u{1}")).replacing("\u{1}", with: "\\-").replacing("'", with: "\\(aq")
    }

    static func bold(_ text: String) -> String { "\\fB\(literal(text))\\fR" }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\e"
            case "`": result += "\\(ga"
            case "~": result += "\\(ti"
            case "^": result += "\\(ha"
            case _ where scalar.value < 0x80: result.unicodeScalars.append(scalar)
            default: result += "\\[u\(hexadecimal(scalar.value))]"
            }
        }
        return result.replacing("--", with: "\\-\\-")
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    /// A dot or an apostrophe at a line's beginning would be a request.
    private static func protected(_ text: String) -> String {
        text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}

extension String {
    /// The text with each `other` in the place of `part`.
    ///
    /// The library's own brings the engine of regular expressions along, for which each start of the command would pay.
    func replacing(_ part: String, with other: String) -> String {
        var result: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.first {
            if rest.starts(with: part.utf8) {
                result += other.utf8
                rest = rest.dropFirst(part.utf8.count)
            } else {
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

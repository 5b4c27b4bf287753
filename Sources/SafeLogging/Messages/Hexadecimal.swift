/// Hexadecimal digits of public bytes.
package enum Hexadecimal {
    private static let lowerDigits = [UInt8]("0123456789abcdef".utf8)

    package static func lower(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        for byte in bytes {
            digits.append(lowerDigits[Int(byte >> 4)])
            digits.append(lowerDigits[Int(byte & 15)])
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The bytes that digits of either case stand for, or nil where there is anything else.
    package static func bytes(of text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(of: digits[index]), let low = value(of: digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(of digit: UInt8) -> UInt8? {
        let lower = (0x41...0x46).contains(digit) ? digit + 0x20 : digit
        return lowerDigits.firstIndex(of: lower).map { UInt8($0) }
    }
}

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
}

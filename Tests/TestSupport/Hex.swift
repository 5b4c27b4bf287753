/// The text is no sequence of pairs of hexadecimal digits.
package struct NotHex: Error {}

extension [UInt8] {
    /// The bytes that `hex` writes, two digits each; white space between them is left out.
    package init(hex: String) throws(NotHex) {
        let digits = hex.filter { !$0.isWhitespace }
        guard digits.count.isMultiple(of: 2), digits.allSatisfy(\.isHexDigit) else { throw NotHex() }
        self = []
        var rest = Substring(digits)
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { throw NotHex() }
            append(byte)
            rest = rest.dropFirst(2)
        }
    }

    /// The bytes as lower-case hexadecimal digits.
    package var hex: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

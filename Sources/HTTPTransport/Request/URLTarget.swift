/// Path and query of a URL.
enum URLTarget {
    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    /// Accepts the characters of RFC 3986 and whole percent escapes; a dot segment is refused, encoded or not.
    static func check(_ bytes: ArraySlice<UInt8>) throws(ServerURL.Refusal) {
        guard !bytes.contains(UInt8(ascii: "#")) else { throw .fragment }
        var index = bytes.startIndex
        while index < bytes.endIndex {
            guard isAllowed(bytes[index]) else { throw .path }
            if bytes[index] == UInt8(ascii: "%") {
                guard bytes.endIndex - index > 2, isHex(bytes[index + 1]), isHex(bytes[index + 2]) else { throw .path }
            }
            index += 1
        }
        let path = bytes.prefix { $0 != UInt8(ascii: "?") }
        for segment in path.split(separator: UInt8(ascii: "/")) {
            guard !isDotSegment(String(decoding: segment, as: UTF8.self)) else { throw .path }
        }
    }

    private static func isDotSegment(_ segment: String) -> Bool {
        [".", "..", "%2e", "%2e.", ".%2e", "%2e%2e"].contains(segment.lowercased())
    }

    /// Encodes every byte but the unreserved ones of RFC 3986.
    static func percentEncoded(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        isUnreserved(byte) || "!$&'()*+,;=:@/?%".utf8.contains(byte)
    }

    static func isHex(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}

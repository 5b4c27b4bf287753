/// Host and port of a URL.
struct Authority {
    let text: String
    let isLoopback: Bool

    /// Reads `host` or `host:port`.
    init(_ bytes: ArraySlice<UInt8>) throws(ServerURL.Refusal) {
        let hostEnd: Int
        if bytes.first == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { throw .host }
            hostEnd = close + 1
            let address = bytes[(bytes.startIndex + 1)..<close]
            guard IPAddress.isV6(address) else { throw .host }
            isLoopback = IPAddress.isV6Loopback(address)
        } else {
            hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            isLoopback = try Self.checkHost(bytes[bytes.startIndex..<hostEnd])
        }
        try Self.checkPort(bytes[hostEnd...])
        text = String(decoding: bytes, as: UTF8.self).lowercased()
    }

    /// Tells whether the host is this machine.
    ///
    /// A host whose last label is a number must be a full dotted quad: resolvers take `127.1`, `0x7f000001` and
    /// `2130706433` for addresses too.
    private static func checkHost(_ host: ArraySlice<UInt8>) throws(ServerURL.Refusal) -> Bool {
        guard (1...253).contains(host.count) else { throw .host }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for label in labels {
            guard (1...63).contains(label.count), label.allSatisfy(isHostByte) else { throw .host }
            guard label.first != UInt8(ascii: "-"), label.last != UInt8(ascii: "-") else { throw .host }
        }
        if let last = labels.last, last.first.map(isDigit) == true {
            guard let quad = IPAddress.quad(labels) else { throw .host }
            return quad[0] == 127
        }
        return String(decoding: host, as: UTF8.self).lowercased() == "localhost"
    }

    private static func checkPort(_ rest: ArraySlice<UInt8>) throws(ServerURL.Refusal) {
        guard !rest.isEmpty else { return }
        let digits = rest.dropFirst()
        guard rest.first == UInt8(ascii: ":"), (1...5).contains(digits.count), digits.allSatisfy(isDigit),
            let port = Int(String(decoding: digits, as: UTF8.self)), (1...65_535).contains(port)
        else { throw .port }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

/// The textual forms of addresses that are accepted.
enum IPAddress {
    /// Four decimal numbers without leading zeros, which some resolvers read as octal.
    static func quad(_ labels: [ArraySlice<UInt8>]) -> [UInt8]? {
        guard labels.count == 4 else { return nil }
        var quad: [UInt8] = []
        for label in labels {
            let text = String(decoding: label, as: UTF8.self)
            guard let number = UInt8(text), String(number) == text else { return nil }
            quad.append(number)
        }
        return quad
    }

    /// Hexadecimal groups with at most one `::`; no zone and no embedded IPv4.
    static func isV6(_ address: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: address, as: UTF8.self)
        guard address.count <= 39 else { return false }
        let groups = text.split(separator: ":", omittingEmptySubsequences: false)
        let filled = groups.filter { !$0.isEmpty }
        guard filled.allSatisfy({ $0.utf8.count <= 4 && $0.utf8.allSatisfy(URLTarget.isHex) }) else {
            return false
        }
        let gaps = text.indices.count { text[$0...].hasPrefix("::") }
        guard gaps == 1 else { return gaps == 0 && groups.count == 8 && filled.count == 8 }
        let hasLooseEnd =
            (text.hasPrefix(":") && !text.hasPrefix("::")) || (text.hasSuffix(":") && !text.hasSuffix("::"))
        return filled.count <= 7 && !hasLooseEnd
    }

    /// `::1` in any spelling of its zeros.
    static func isV6Loopback(_ address: ArraySlice<UInt8>) -> Bool {
        let groups = String(decoding: address, as: UTF8.self).split(separator: ":").map { UInt16($0, radix: 16) }
        let endsInGap = address.suffix(2).elementsEqual([UInt8(ascii: ":"), UInt8(ascii: ":")])
        return groups.last == 1 && groups.dropLast().allSatisfy { $0 == 0 } && !endsInGap
    }
}

import Sealing

/// The request by which a browser brings an authorization server's answer (RFC 6749, 4.1.2), read where it lies.
struct RedirectQuery: ~Copyable {
    /// What a request is that brings no answer.
    enum Stray: Error, Equatable {
        /// Another method than `GET`.
        case method
        /// Another path, such as `/favicon.ico`.
        case path
        /// No HTTP.
        case form
    }

    private let head: SecretBytes
    /// Where the names and the values of the query stand.
    private let pairs: [(name: Range<Int>, value: Range<Int>)]

    /// - Parameter head: all up to the empty line.
    init(head: consuming SecretBytes, path: String) throws(Stray) {
        let target = try head.withExposedBytes { (bytes) throws(Stray) in
            try Self.target(in: bytes, path: Array(path.utf8))
        }
        pairs = head.withExposedBytes { Self.pairs(in: target, of: $0) }
        self.head = head
    }

    /// The value of a parameter, escapes resolved; nil where it is missing, stands twice or has a broken escape.
    func value(_ name: StaticString) -> SecretBytes? {
        head.withExposedBytes { bytes -> SecretBytes? in
            let named = pairs.filter { Self.equal(bytes, $0.name, name) }
            guard named.count == 1, let range = named.first?.value else { return nil }
            return Self.decoded(range, of: bytes)
        }
    }

    func has(_ name: StaticString) -> Bool {
        head.withExposedBytes { bytes in pairs.contains { Self.equal(bytes, $0.name, name) } }
    }

    /// The query of a request for `path`.
    private static func target(in bytes: RawSpan, path: [UInt8]) throws(Stray) -> Range<Int> {
        let method = Array("GET ".utf8)
        guard let space = index(of: UInt8(ascii: " "), in: 0..<bytes.byteCount, of: bytes) else { throw .form }
        guard space + 1 == method.count, starts(bytes, at: 0, with: method) else { throw .method }
        guard let end = index(of: UInt8(ascii: " "), in: method.count..<bytes.byteCount, of: bytes),
            starts(bytes, at: end, with: Array(" HTTP/1.".utf8))
        else { throw .form }
        let question = index(of: UInt8(ascii: "?"), in: method.count..<end, of: bytes) ?? end
        guard question - method.count == path.count, starts(bytes, at: method.count, with: path) else { throw .path }
        return min(question + 1, end)..<end
    }

    private static func pairs(in query: Range<Int>, of bytes: RawSpan) -> [(name: Range<Int>, value: Range<Int>)] {
        var pairs: [(name: Range<Int>, value: Range<Int>)] = []
        var start = query.lowerBound
        while start < query.upperBound {
            let end = index(of: UInt8(ascii: "&"), in: start..<query.upperBound, of: bytes) ?? query.upperBound
            let equals = index(of: UInt8(ascii: "="), in: start..<end, of: bytes) ?? end
            pairs.append((start..<equals, min(equals + 1, end)..<end))
            start = end + 1
        }
        return pairs
    }

    private static func decoded(_ range: Range<Int>, of bytes: RawSpan) -> SecretBytes? {
        var decoded = SecretBytes(zeroed: range.count)
        var (index, count, isWhole) = (range.lowerBound, 0, true)
        unsafe decoded.withUnsafeMutableBytes { target in
            while index < range.upperBound {
                var byte = bytes.byte(at: index)
                index += 1
                if byte == UInt8(ascii: "+") { byte = UInt8(ascii: " ") }
                if byte == UInt8(ascii: "%") {
                    guard index + 2 <= range.upperBound, let high = hex(bytes.byte(at: index)),
                        let low = hex(bytes.byte(at: index + 1))
                    else {
                        isWhole = false
                        return
                    }
                    byte = high << 4 | low
                    index += 2
                }
                unsafe target[count] = byte
                count += 1
            }
        }
        return isWhole ? decoded.copy(0..<count) : nil
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }

    private static func equal(_ bytes: RawSpan, _ range: Range<Int>, _ name: StaticString) -> Bool {
        let name = Array("\(name)".utf8)
        return range.count == name.count && starts(bytes, at: range.lowerBound, with: name)
    }

    private static func starts(_ bytes: RawSpan, at offset: Int, with prefix: [UInt8]) -> Bool {
        offset + prefix.count <= bytes.byteCount
            && prefix.indices.allSatisfy { bytes.byte(at: offset + $0) == prefix[$0] }
    }

    private static func index(of byte: UInt8, in range: Range<Int>, of bytes: RawSpan) -> Int? {
        range.first { bytes.byte(at: $0) == byte }
    }
}

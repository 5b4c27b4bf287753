import Sealing

/// A strict, bounded scanner for JSON (RFC 8259, and unique keys as I-JSON asks, RFC 7493).
struct JSONScanner {
    /// Levels of nesting, bytes and values that are accepted.
    static let maximumDepth = 64
    static let maximumSize = 16 << 20
    static let maximumValues = 1 << 18

    private(set) var tape = JSONTape()
    var offset = 0

    /// Scans a whole document.
    static func scan(_ bytes: RawSpan) throws(JSONError) -> JSONTape {
        guard bytes.byteCount <= maximumSize else { throw JSONError(.tooLarge, at: maximumSize) }
        var scanner = JSONScanner()
        try scanner.value(of: bytes, depth: 0)
        scanner.skipSpace(of: bytes)
        guard scanner.offset == bytes.byteCount else { throw JSONError(.trailingBytes, at: scanner.offset) }
        return scanner.tape
    }

    private mutating func value(of bytes: RawSpan, depth: Int) throws(JSONError) {
        skipSpace(of: bytes)
        guard tape.entries.count < Self.maximumValues else { throw JSONError(.tooLarge, at: offset) }
        guard depth < Self.maximumDepth else { throw JSONError(.tooDeep, at: offset) }
        switch try peek(of: bytes) {
        case UInt8(ascii: "{"): try object(of: bytes, depth: depth)
        case UInt8(ascii: "["): try array(of: bytes, depth: depth)
        case UInt8(ascii: "\""): try stringValue(of: bytes)
        case UInt8(ascii: "t"): try literal("true", .true, of: bytes)
        case UInt8(ascii: "f"): try literal("false", .false, of: bytes)
        case UInt8(ascii: "n"): try literal("null", .null, of: bytes)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number(of: bytes)
        default: throw JSONError(.unexpectedByte, at: offset)
        }
    }

    private mutating func object(of bytes: RawSpan, depth: Int) throws(JSONError) {
        let index = tape.open(.object, at: offset)
        offset += 1
        var keys: [Int] = []
        if try !endsAtOnce(UInt8(ascii: "}"), of: bytes) {
            repeat {
                skipSpace(of: bytes)
                guard try peek(of: bytes) == UInt8(ascii: "\"") else { throw JSONError(.unexpectedByte, at: offset) }
                keys.append(tape.entries.count)
                try stringValue(of: bytes)
                skipSpace(of: bytes)
                try expect(UInt8(ascii: ":"), of: bytes)
                try value(of: bytes, depth: depth + 1)
            } while try continues(until: UInt8(ascii: "}"), of: bytes)
        }
        tape.close(index, at: offset)
        try refuseDuplicates(keys, of: bytes)
    }

    private mutating func array(of bytes: RawSpan, depth: Int) throws(JSONError) {
        let index = tape.open(.array, at: offset)
        offset += 1
        if try !endsAtOnce(UInt8(ascii: "]"), of: bytes) {
            repeat {
                try value(of: bytes, depth: depth + 1)
            } while try continues(until: UInt8(ascii: "]"), of: bytes)
        }
        tape.close(index, at: offset)
    }

    private mutating func stringValue(of bytes: RawSpan) throws(JSONError) {
        let index = tape.open(.string, at: offset)
        try string(of: bytes)
        tape.close(index, at: offset)
    }

    private mutating func literal(_ text: StaticString, _ kind: JSONKind, of bytes: RawSpan) throws(JSONError) {
        let index = tape.open(kind, at: offset)
        for position in 0..<text.utf8CodeUnitCount {
            try expect(text.withUTF8Buffer { text in unsafe text[position] }, of: bytes)
        }
        tape.close(index, at: offset)
    }

    private mutating func number(of bytes: RawSpan) throws(JSONError) {
        let index = tape.open(.number, at: offset)
        _ = skip("-", of: bytes)
        let isZero = skip("0", of: bytes)
        if !isZero { try digits(of: bytes) }
        if skip(".", of: bytes) { try digits(of: bytes) }
        if skip("eE", of: bytes) {
            _ = skip("+-", of: bytes)
            try digits(of: bytes)
        }
        if isZero, skip("0123456789", of: bytes) { throw JSONError(.number, at: offset - 1) }
        tape.close(index, at: offset)
    }

    private mutating func digits(of bytes: RawSpan) throws(JSONError) {
        guard skip("0123456789", of: bytes) else { throw JSONError(.number, at: offset) }
        while skip("0123456789", of: bytes) {}
    }

    /// Keys are compared as what they mean: `"a"` and `"\u0061"` are one key.
    ///
    /// Hashes keep that from being quadratic; they are seeded, so that nobody can choose keys that collide.
    private func refuseDuplicates(_ keys: [Int], of bytes: RawSpan) throws(JSONError) {
        guard keys.count > 1 else { return }
        var seen: [Int: [Int]] = [:]
        for key in keys {
            let range = tape.entries[key].range
            let hash = JSONText.hash(range, of: bytes)
            for earlier in seen[hash, default: []] {
                guard !JSONText.equal(tape.entries[earlier].range, range, of: bytes) else {
                    throw JSONError(.duplicateKey, at: range.lowerBound)
                }
            }
            seen[hash, default: []].append(key)
        }
    }
}

/// The small steps.
extension JSONScanner {
    func peek(of bytes: RawSpan) throws(JSONError) -> UInt8 {
        guard offset < bytes.byteCount else { throw JSONError(.unexpectedEnd, at: offset) }
        return bytes.byte(at: offset)
    }

    mutating func expect(_ byte: UInt8, of bytes: RawSpan) throws(JSONError) {
        guard try peek(of: bytes) == byte else { throw JSONError(.unexpectedByte, at: offset) }
        offset += 1
    }

    /// Steps over the next byte if it is one of `set`.
    private mutating func skip(_ set: StaticString, of bytes: RawSpan) -> Bool {
        guard offset < bytes.byteCount else { return false }
        let byte = bytes.byte(at: offset)
        guard set.withUTF8Buffer({ set in unsafe set.contains(byte) }) else { return false }
        offset += 1
        return true
    }

    private mutating func skipSpace(of bytes: RawSpan) {
        while skip(" \t\r\n", of: bytes) {}
    }

    private mutating func endsAtOnce(_ end: UInt8, of bytes: RawSpan) throws(JSONError) -> Bool {
        skipSpace(of: bytes)
        guard try peek(of: bytes) == end else { return false }
        offset += 1
        return true
    }

    /// True after a comma, false after the end.
    private mutating func continues(until end: UInt8, of bytes: RawSpan) throws(JSONError) -> Bool {
        skipSpace(of: bytes)
        let byte = try peek(of: bytes)
        guard byte == end || byte == UInt8(ascii: ",") else { throw JSONError(.unexpectedByte, at: offset) }
        offset += 1
        return byte != end
    }
}

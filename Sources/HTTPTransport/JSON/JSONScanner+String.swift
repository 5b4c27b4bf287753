import Sealing

extension JSONScanner {
    /// Steps over a string and checks that all of it can be taken as UTF-8.
    mutating func string(of bytes: RawSpan) throws(JSONError) {
        try expect(UInt8(ascii: "\""), of: bytes)
        while true {
            switch try peek(of: bytes) {
            case UInt8(ascii: "\""):
                offset += 1
                return
            case UInt8(ascii: "\\"): try escape(of: bytes)
            case 0..<0x20: throw JSONError(.controlCharacter, at: offset)
            case 0x20..<0x80: offset += 1
            default: try sequence(of: bytes)
            }
        }
    }

    /// Checks that all bytes are UTF-8, whatever characters they stand for.
    mutating func text(of bytes: RawSpan) throws(JSONError) {
        while offset < bytes.byteCount {
            if bytes.byte(at: offset) < 0x80 { offset += 1 } else { try sequence(of: bytes) }
        }
    }

    private mutating func escape(of bytes: RawSpan) throws(JSONError) {
        let start = offset
        offset += 1
        let byte = try peek(of: bytes)
        offset += 1
        switch byte {
        case UInt8(ascii: "u"):
            let unit = try hexUnit(of: bytes)
            guard (0xD800...0xDFFF).contains(unit) else { return }
            guard unit < 0xDC00 else { throw JSONError(.escape, at: start) }
            for expected in "\\u".utf8 {
                guard try peek(of: bytes) == expected else { throw JSONError(.escape, at: start) }
                offset += 1
            }
            guard (0xDC00...0xDFFF).contains(try hexUnit(of: bytes)) else { throw JSONError(.escape, at: start) }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return
        default: throw JSONError(.escape, at: start)
        }
    }

    private mutating func hexUnit(of bytes: RawSpan) throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = JSONText.hexDigit(try peek(of: bytes)) else { throw JSONError(.escape, at: offset) }
            unit = unit << 4 | digit
            offset += 1
        }
        return unit
    }

    /// One character beyond ASCII: the well-formed sequences of the Unicode Standard, table 3-7.
    private mutating func sequence(of bytes: RawSpan) throws(JSONError) {
        let start = offset
        let (count, second): (Int, ClosedRange<UInt8>)
        switch bytes.byte(at: offset) {
        case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
        case 0xE0: (count, second) = (3, 0xA0...0xBF)
        case 0xED: (count, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
        case 0xF0: (count, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
        case 0xF4: (count, second) = (4, 0x80...0x8F)
        default: throw JSONError(.encoding, at: start)
        }
        offset += 1
        for position in 1..<count {
            let range = position == 1 ? second : 0x80...0xBF
            guard range.contains(try peek(of: bytes)) else { throw JSONError(.encoding, at: start) }
            offset += 1
        }
    }
}

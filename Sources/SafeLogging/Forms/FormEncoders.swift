import Sealing

enum Base64Form {
    /// Whole quanta of three bytes, from byte `start` on.
    static func encode(_ secret: RawSpan, skipping start: Int, isURL: Bool, _ output: inout FormOutput) {
        var index = start
        while index + 3 <= secret.byteCount {
            let bits =
                UInt32(secret.byte(at: index)) << 16 | UInt32(secret.byte(at: index + 1)) << 8
                | UInt32(secret.byte(at: index + 2))
            output.append(digit(bits >> 18, isURL: isURL))
            output.append(digit(bits >> 12 & 63, isURL: isURL))
            output.append(digit(bits >> 6 & 63, isURL: isURL))
            output.append(digit(bits & 63, isURL: isURL))
            index += 3
        }
    }

    private static func digit(_ value: UInt32, isURL: Bool) -> UInt8 {
        switch value {
        case 62: UInt8(ascii: isURL ? "-" : "+")
        case 63: UInt8(ascii: isURL ? "_" : "/")
        case 0..<26: UInt8(ascii: "A") + UInt8(value)
        case 26..<52: UInt8(ascii: "a") + UInt8(value - 26)
        default: UInt8(ascii: "0") + UInt8(value - 52)
        }
    }
}

enum HexForm {
    static func encode(_ byte: UInt8, isUpper: Bool, _ output: inout FormOutput) {
        output.append(digit(byte >> 4, isUpper: isUpper))
        output.append(digit(byte & 15, isUpper: isUpper))
    }

    private static func digit(_ value: UInt8, isUpper: Bool) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: isUpper ? "A" : "a") + value - 10
    }
}

enum PercentForm {
    static func encode(_ secret: RawSpan, isUpper: Bool, _ output: inout FormOutput) {
        for index in 0..<secret.byteCount {
            let byte = secret.byte(at: index)
            if isUnreserved(byte) {
                output.append(byte)
            } else {
                output.append(UInt8(ascii: "%"))
                HexForm.encode(byte, isUpper: isUpper, &output)
            }
        }
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }
}

enum JSONForm {
    /// `\uXXXX` for every UTF-16 code unit, or only for those outside ASCII; false where the bytes are no UTF-8.
    static func escapeUnits(of secret: RawSpan, keepingASCII: Bool, _ output: inout FormOutput) -> Bool {
        UTF16Form.forEachUnit(of: secret) { unit in
            if keepingASCII, unit < 0x80 {
                encode(UInt8(unit), as: .json, &output)
            } else {
                escape(unit, &output)
            }
        }
    }

    static func encode(_ byte: UInt8, as form: SecretForm, _ output: inout FormOutput) {
        if form == .jsonHTML, isHTMLSensitive(byte) { return escape(UInt32(byte), &output) }
        switch byte {
        case UInt8(ascii: "/") where form == .jsonSlash: emitPair(byte, &output)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): emitPair(byte, &output)
        case 0x08: emitPair(UInt8(ascii: "b"), &output)
        case 0x09: emitPair(UInt8(ascii: "t"), &output)
        case 0x0A: emitPair(UInt8(ascii: "n"), &output)
        case 0x0C: emitPair(UInt8(ascii: "f"), &output)
        case 0x0D: emitPair(UInt8(ascii: "r"), &output)
        case 0..<0x20: escape(UInt32(byte), &output)
        default: output.append(byte)
        }
    }

    static func isHTMLSensitive(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "+"), UInt8(ascii: "/"),
            UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "\\"):
            true
        default: false
        }
    }

    private static func emitPair(_ byte: UInt8, _ output: inout FormOutput) {
        output.append(UInt8(ascii: "\\"))
        output.append(byte)
    }

    private static func escape(_ unit: UInt32, _ output: inout FormOutput) {
        output.append(UInt8(ascii: "\\"))
        output.append(UInt8(ascii: "u"))
        HexForm.encode(UInt8(truncatingIfNeeded: unit >> 8), isUpper: false, &output)
        HexForm.encode(UInt8(truncatingIfNeeded: unit), isUpper: false, &output)
    }
}

enum UTF16Form {
    /// Hands over the UTF-16 code units; false where the bytes are no UTF-8.
    static func forEachUnit(of secret: RawSpan, _ body: (UInt32) -> Void) -> Bool {
        var reader = UTF8Reader()
        do {
            while let scalar = try reader.next(of: secret) {
                if scalar < 0x10000 {
                    body(scalar)
                } else {
                    body(0xD800 + (scalar - 0x10000) >> 10)
                    body(0xDC00 + (scalar - 0x10000) & 0x3FF)
                }
            }
            return true
        } catch {
            return false
        }
    }

    static func encode(_ secret: RawSpan, isLittleEndian: Bool, _ output: inout FormOutput) -> Bool {
        forEachUnit(of: secret) { unit in
            let (high, low) = (UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit))
            output.append(isLittleEndian ? low : high)
            output.append(isLittleEndian ? high : low)
        }
    }
}

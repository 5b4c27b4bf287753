import Sealing

enum Base64Form {
    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

    /// Whole quanta of three bytes, from byte `start` on.
    static func encode(_ secret: RawSpan, skipping start: Int, isURL: Bool, _ emit: (UInt8) -> Void) {
        var index = start
        while index + 3 <= secret.byteCount {
            let bits =
                UInt32(secret.byte(at: index)) << 16 | UInt32(secret.byte(at: index + 1)) << 8
                | UInt32(secret.byte(at: index + 2))
            for shift in [18, 12, 6, 0] as [UInt32] { emit(digit(Int(bits >> shift & 63), isURL: isURL)) }
            index += 3
        }
    }

    private static func digit(_ value: Int, isURL: Bool) -> UInt8 {
        switch value {
        case 62: UInt8(ascii: isURL ? "-" : "+")
        case 63: UInt8(ascii: isURL ? "_" : "/")
        default: alphabet[value]
        }
    }
}

enum HexForm {
    static func encode(_ byte: UInt8, isUpper: Bool, _ emit: (UInt8) -> Void) {
        let digits = isUpper ? Hexadecimal.upperDigits : Hexadecimal.lowerDigits
        emit(digits[Int(byte >> 4)])
        emit(digits[Int(byte & 15)])
    }
}

enum PercentForm {
    static func encode(_ secret: RawSpan, isUpper: Bool, _ emit: (UInt8) -> Void) {
        for index in 0..<secret.byteCount {
            let byte = secret.byte(at: index)
            if isUnreserved(byte) {
                emit(byte)
            } else {
                emit(UInt8(ascii: "%"))
                HexForm.encode(byte, isUpper: isUpper, emit)
            }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }
}

enum JSONForm {
    private static let htmlSensitive = Set("\"&'+/<=>\\".utf8)

    /// `\uXXXX` for every UTF-16 code unit, or only for those outside ASCII; false where the bytes are no UTF-8.
    static func escapeUnits(of secret: RawSpan, keepingASCII: Bool, _ emit: (UInt8) -> Void) -> Bool {
        UTF16Form.forEachUnit(of: secret) { unit in
            if keepingASCII, unit < 0x80 {
                encode(UInt8(unit), as: .json, emit)
            } else {
                escape(unit, emit)
            }
        }
    }

    static func encode(_ byte: UInt8, as form: SecretForm, _ emit: (UInt8) -> Void) {
        if form == .jsonHTML, htmlSensitive.contains(byte) { return escape(UInt32(byte), emit) }
        switch byte {
        case UInt8(ascii: "/") where form == .jsonSlash: emitPair(byte, emit)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): emitPair(byte, emit)
        case 0x08: emitPair(UInt8(ascii: "b"), emit)
        case 0x09: emitPair(UInt8(ascii: "t"), emit)
        case 0x0A: emitPair(UInt8(ascii: "n"), emit)
        case 0x0C: emitPair(UInt8(ascii: "f"), emit)
        case 0x0D: emitPair(UInt8(ascii: "r"), emit)
        case 0..<0x20: escape(UInt32(byte), emit)
        default: emit(byte)
        }
    }

    private static func emitPair(_ byte: UInt8, _ emit: (UInt8) -> Void) {
        emit(UInt8(ascii: "\\"))
        emit(byte)
    }

    private static func escape(_ unit: UInt32, _ emit: (UInt8) -> Void) {
        emit(UInt8(ascii: "\\"))
        emit(UInt8(ascii: "u"))
        HexForm.encode(UInt8(truncatingIfNeeded: unit >> 8), isUpper: false, emit)
        HexForm.encode(UInt8(truncatingIfNeeded: unit), isUpper: false, emit)
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

    static func encode(_ secret: RawSpan, isLittleEndian: Bool, _ emit: (UInt8) -> Void) -> Bool {
        forEachUnit(of: secret) { unit in
            let (high, low) = (UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit))
            emit(isLittleEndian ? low : high)
            emit(isLittleEndian ? high : low)
        }
    }
}

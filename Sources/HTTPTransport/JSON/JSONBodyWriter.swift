package import Sealing

/// Writes one JSON object as a request's body, in secret memory.
package struct JSONBodyWriter: ~Copyable {
    private var target = SecretBuffer()
    private var isEmpty = true

    package init() {
        target.append(UInt8(ascii: "{"))
    }

    /// Adds a public string.
    package mutating func add(_ key: StaticString, _ value: String) {
        addKey(key)
        addString(SecretBytes(utf8: value))
    }

    package mutating func add(_ key: StaticString, _ value: Int) {
        addKey(key)
        for byte in String(value).utf8 { target.append(byte) }
    }

    package mutating func add(_ key: StaticString, _ value: Bool) {
        addKey(key)
        target.append(value ? "true" : "false")
    }

    /// Adds a secret string.
    ///
    /// Throws where it is no UTF-8; it was not added then.
    package mutating func add(_ key: StaticString, secret value: borrowing SecretBytes) throws(JSONError) {
        try value.withExposedBytes { value throws(JSONError) in
            var scanner = JSONScanner()
            try scanner.text(of: value)
        }
        addKey(key)
        addString(value)
    }

    package consuming func finish() -> SecretBytes {
        target.append(UInt8(ascii: "}"))
        return target.finish()
    }

    private mutating func addKey(_ key: StaticString) {
        if !isEmpty { target.append(UInt8(ascii: ",")) }
        isEmpty = false
        target.append(UInt8(ascii: "\""))
        target.append(key)
        target.append("\":")
    }

    private mutating func addString(_ value: borrowing SecretBytes) {
        target.append(UInt8(ascii: "\""))
        value.withExposedBytes { value in
            for index in 0..<value.byteCount { addEscaped(value.byte(at: index)) }
        }
        target.append(UInt8(ascii: "\""))
    }

    private mutating func addEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            target.append(UInt8(ascii: "\\"))
            target.append(byte)
        case 0..<0x20:
            target.append("\\u00")
            target.append(0x30 + (byte >> 4))
            target.append(byte & 15 < 10 ? 0x30 + (byte & 15) : 0x57 + (byte & 15))
        default: target.append(byte)
        }
    }
}

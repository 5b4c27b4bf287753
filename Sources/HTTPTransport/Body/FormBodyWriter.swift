package import Sealing

/// Writes a request's body as `application/x-www-form-urlencoded`, in secret memory.
package struct FormBodyWriter: ~Copyable {
    private var target = SecretBuffer()
    private var isEmpty = true

    package init() {}

    /// Adds a public value.
    package mutating func add(_ name: StaticString, _ value: String) {
        add(name, secret: SecretBytes(utf8: value))
    }

    package mutating func add(_ name: StaticString, secret value: borrowing SecretBytes) {
        if !isEmpty { target.append(UInt8(ascii: "&")) }
        isEmpty = false
        target.append(name)
        target.append(UInt8(ascii: "="))
        value.withExposedBytes { value in
            for index in 0..<value.byteCount { addEncoded(value.byte(at: index)) }
        }
    }

    package consuming func finish() -> SecretBytes {
        target.finish()
    }

    private mutating func addEncoded(_ byte: UInt8) {
        guard !URLTarget.isUnreserved(byte) else { return target.append(byte) }
        target.append(UInt8(ascii: "%"))
        for digit in [byte >> 4, byte & 15] { target.append(digit < 10 ? 0x30 + digit : 0x37 + digit) }
    }
}

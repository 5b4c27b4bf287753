package import Sealing

extension JSONView {
    /// A string's bytes, escapes resolved, in secret memory; nil where the value is no string.
    package func secret(_ node: Node) -> SecretBytes? {
        guard kind(node) == .string else { return nil }
        let range = tape.entries[node.index].range
        return bytes.withExposedBytes { bytes in
            unsafe SecretBytes(unsafeCount: JSONText.length(range, of: bytes)) { target in
                var position = 0
                JSONText.forEachByte(range, of: bytes) { byte in
                    unsafe target[position] = byte
                    position += 1
                    return true
                }
            }
        }
    }

    /// A value as it stands, such as a whole object, in secret memory.
    package func raw(_ node: Node) -> SecretBytes {
        bytes.copy(tape.entries[node.index].range)
    }

    /// A string, or a number as it is written, as an ordinary string: for values that are no secret.
    ///
    /// Nil where the value is something else or longer than `limit` bytes.
    package func publicText(_ node: Node, atMost limit: Int = 4_096) -> String? {
        publicBytes(node, atMost: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Tells whether a string means `text`, without a copy of it.
    package func isText(_ node: Node, _ text: String) -> Bool {
        guard kind(node) == .string else { return false }
        let range = tape.entries[node.index].range
        return bytes.withExposedBytes { bytes in JSONText.equal(range, text.utf8, of: bytes) }
    }

    /// An integer, written as a number or as a string of digits with or without a sign; else nil.
    package func integer(_ node: Node) -> Int? {
        guard let text = publicText(node, atMost: 20), !text.isEmpty else { return nil }
        return Int(text)
    }

    /// `true` and `false`, `1` and `0`, `"1"` and `"0"`; else nil.
    package func bool(_ node: Node) -> Bool? {
        switch kind(node) {
        case .true: return true
        case .false: return false
        case .number, .string:
            switch publicBytes(node, atMost: 1) {
            case [UInt8(ascii: "1")]: return true
            case [UInt8(ascii: "0")]: return false
            default: return nil
            }
        case .object, .array, .null: return nil
        }
    }

    private func publicBytes(_ node: Node, atMost limit: Int) -> [UInt8]? {
        let range = tape.entries[node.index].range
        return bytes.withExposedBytes { bytes in
            switch kind(node) {
            case .number:
                guard range.count <= limit else { return nil }
                return [UInt8](copying: bytes.extracting(range))
            case .string:
                guard JSONText.length(range, of: bytes) <= limit else { return nil }
                var text: [UInt8] = []
                JSONText.forEachByte(range, of: bytes) { byte in
                    text.append(byte)
                    return true
                }
                return text
            case .object, .array, .true, .false, .null: return nil
            }
        }
    }
}

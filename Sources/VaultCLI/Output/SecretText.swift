import Sealing

extension SecretBytes {
    /// The bytes and a line feed.
    func followedByLineFeed() -> SecretBytes {
        var writer = SecretWriter(capacity: count + 1)
        withExposedBytes { writer.append($0) }
        writer.append(UInt8(ascii: "\n"))
        return writer.finish()
    }

    /// The bytes in base 64, with padding (RFC 4648).
    func base64() -> SecretBytes {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var writer = SecretWriter(capacity: (count + 2) / 3 * 4)
        withExposedBytes { bytes in
            for start in stride(from: 0, to: bytes.byteCount, by: 3) {
                var group: UInt32 = 0
                for index in start..<start + 3 {
                    group = group << 8 | (index < bytes.byteCount ? UInt32(bytes.byte(at: index)) : 0)
                }
                let used = bytes.byteCount - start
                for digit in 0..<4 {
                    let value = Int(group >> UInt32(18 - 6 * digit)) & 63
                    writer.append(digit <= used ? alphabet[value] : UInt8(ascii: "="))
                }
            }
        }
        return writer.finish()
    }
}

extension JSONValue {
    /// An object's text with one more member at its end, whose text is secret and needs no escapes.
    ///
    /// The text is made inside secret memory.
    func text(withSecret name: String, _ secret: borrowing SecretBytes) -> SecretBytes {
        let end = Array("\"\n}\n".utf8)
        let whole = Array(adding(name, .string("")).text.utf8)
        let beginning = Array(whole.dropLast(end.count))
        var writer = SecretWriter(capacity: beginning.count + secret.count + end.count)
        beginning.withRawSpan { writer.append($0) }
        secret.withExposedBytes { writer.append($0) }
        end.withRawSpan { writer.append($0) }
        return writer.finish()
    }

    private func adding(_ name: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members + [(name, value)])
    }
}

import Sealing

/// Cuts a netrc file into words, where they stand and without a copy.
struct NetrcScanner {
    /// A word's place; of a quoted one, without the quotes.
    struct Word {
        let range: Range<Int>
        let line: Int
        let isQuoted: Bool
    }

    /// A quote that is not closed on its line, or goes on after its end.
    struct BadQuote: Error {
        let line: Int
    }

    private var offset = 0
    private var line = 1

    /// The next word, or nil at the end.
    ///
    /// - Parameter skippingComments: whether `#` begins a comment, up to the line's end; within an entry's values it does
    ///   not, since a password may begin with it.
    mutating func next(of bytes: RawSpan, skippingComments: Bool) throws(BadQuote) -> Word? {
        while offset < bytes.byteCount {
            let byte = bytes.byte(at: offset)
            if Self.isSpace(byte) {
                step(over: byte)
            } else if skippingComments, byte == UInt8(ascii: "#") {
                skipLine(of: bytes)
            } else {
                return byte == UInt8(ascii: "\"") ? try quoted(of: bytes) : plain(of: bytes)
            }
        }
        return nil
    }

    /// Steps over a macro's lines, which an empty line ends.
    mutating func skipMacro(of bytes: RawSpan) {
        skipLine(of: bytes)
        while offset < bytes.byteCount {
            let start = offset
            skipLine(of: bytes)
            let isEmpty = (start..<offset).allSatisfy { Self.isSpace(bytes.byte(at: $0)) }
            if isEmpty { return }
        }
    }

    private mutating func plain(of bytes: RawSpan) -> Word {
        let start = offset
        while offset < bytes.byteCount, !Self.isSpace(bytes.byte(at: offset)) { offset += 1 }
        return Word(range: start..<offset, line: line, isQuoted: false)
    }

    private mutating func quoted(of bytes: RawSpan) throws(BadQuote) -> Word {
        offset += 1
        let start = offset
        while offset < bytes.byteCount {
            switch bytes.byte(at: offset) {
            case UInt8(ascii: "\""):
                let word = Word(range: start..<offset, line: line, isQuoted: true)
                offset += 1
                guard offset == bytes.byteCount || Self.isSpace(bytes.byte(at: offset)) else {
                    throw BadQuote(line: line)
                }
                return word
            case UInt8(ascii: "\n"): throw BadQuote(line: line)
            case UInt8(ascii: "\\"): offset += 2
            default: offset += 1
            }
        }
        throw BadQuote(line: line)
    }

    private mutating func skipLine(of bytes: RawSpan) {
        while offset < bytes.byteCount {
            let byte = bytes.byte(at: offset)
            step(over: byte)
            if byte == UInt8(ascii: "\n") { return }
        }
    }

    private mutating func step(over byte: UInt8) {
        offset += 1
        if byte == UInt8(ascii: "\n") { line += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

extension NetrcScanner.Word {
    /// Calls `take` with each byte that the word stands for; in quotes, a backslash takes the next byte's meaning away,
    /// and `\n`, `\r` and `\t` are the characters that they are elsewhere.
    private func forEachByte(of bytes: RawSpan, _ take: (UInt8) -> Void) {
        var offset = range.lowerBound
        while offset < range.upperBound {
            var byte = bytes.byte(at: offset)
            if isQuoted, byte == UInt8(ascii: "\\"), offset + 1 < range.upperBound {
                offset += 1
                byte = bytes.byte(at: offset)
                switch byte {
                case UInt8(ascii: "n"): byte = UInt8(ascii: "\n")
                case UInt8(ascii: "r"): byte = UInt8(ascii: "\r")
                case UInt8(ascii: "t"): byte = UInt8(ascii: "\t")
                default: break
                }
            }
            take(byte)
            offset += 1
        }
    }

    /// The word in secret memory.
    func secret(of bytes: RawSpan) -> SecretBytes {
        var count = 0
        forEachByte(of: bytes) { _ in count += 1 }
        var writer = SecretWriter(capacity: count)
        forEachByte(of: bytes) { writer.append($0) }
        return writer.finish()
    }

    /// The word as a name, or nil where it is no UTF-8.
    func name(of bytes: RawSpan) -> String? {
        var name: [UInt8] = []
        forEachByte(of: bytes) { name.append($0) }
        return String(validating: name, as: UTF8.self)
    }

    /// Tells whether the word is `keyword`, in upper or lower case.
    func isKeyword(_ keyword: StaticString, of bytes: RawSpan) -> Bool {
        guard !isQuoted, range.count == keyword.utf8CodeUnitCount else { return false }
        return keyword.withUTF8Buffer { keyword in
            range.indices.allSatisfy { offset in
                unsafe bytes.byte(at: offset) | 0x20 == keyword[offset - range.lowerBound]
            }
        }
    }
}

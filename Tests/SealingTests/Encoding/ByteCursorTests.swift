import Sealing
import TestSupport
import Testing

@Suite("Byte cursor")
struct ByteCursorTests {
    @Test("fields come back in the order in which they were written")
    func roundTrip() throws {
        var writer = ByteWriter()
        writer.append(UInt16(0x0102))
        writer.append(UInt64.max - 1)
        writer.appendField(Array("text ☃".utf8))
        writer.appendField([])
        writer.append([7, 8, 9])
        let bytes = writer.bytes
        var reader = Reader(bytes)
        #expect(try reader.number(UInt16.self) == 0x0102)
        #expect(try reader.number(UInt64.self) == .max - 1)
        #expect(try reader.text(atMost: 8) == "text ☃")
        #expect(try reader.publicField(atMost: 0) == [])
        #expect(!reader.isAtEnd)
        #expect(try bytes[reader.take(3)] == [7, 8, 9])
        #expect(reader.isAtEnd)
    }

    @Test("numbers are little-endian")
    func littleEndian() throws {
        let bytes: [UInt8] = [0x78, 0x56, 0x34, 0x12]
        var reader = Reader(bytes)
        #expect(try reader.number(UInt32.self) == 0x1234_5678)
    }

    @Test("a flag is 0 or 1, and any other byte is malformed", arguments: 0...255)
    func flag(byte: UInt8) throws {
        var reader = Reader([byte])
        if byte > 1 {
            #expect(throws: ByteCursor.Malformed.self) { try reader.flag() }
        } else {
            #expect(try reader.flag() == (byte == 1))
        }
    }

    @Test("bytes after the last field are malformed")
    func finish() throws {
        var reader = Reader([1, 2])
        _ = try reader.take(1)
        #expect(throws: ByteCursor.Malformed.self) { try reader.finish() }
        _ = try reader.take(1)
        try reader.finish()
    }

    @Test("a field can be read into secret memory, up to its limit")
    func secretField() throws {
        var writer = ByteWriter()
        writer.appendField([1, 2, 3])
        var reader = Reader(writer.bytes)
        #expect(throws: ByteCursor.Malformed.self) { try reader.exposedSecretField(atMost: 2) }
        reader = Reader(writer.bytes)
        #expect(try reader.exposedSecretField(atMost: 3) == [1, 2, 3])
    }

    @Test("V23: a message cut at any place is malformed", arguments: 0..<11)
    func cut(size: Int) {
        var writer = ByteWriter()
        writer.append(UInt32(1))
        writer.appendField([1, 2, 3])
        #expect(writer.bytes.count == 11)
        let bytes = Array(writer.bytes.prefix(size))
        #expect(throws: ByteCursor.Malformed.self) {
            var reader = Reader(bytes)
            _ = try reader.number(UInt32.self)
            _ = try reader.field()
        }
    }

    @Test(
        "V23: a field longer than the message is malformed, up to the largest length that can be written",
        arguments: [4, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] as [UInt32])
    func hostileLength(length: UInt32) {
        var writer = ByteWriter()
        writer.append(length)
        writer.append([1, 2, 3])
        let bytes = writer.bytes
        #expect(throws: ByteCursor.Malformed.self) {
            var reader = Reader(bytes)
            _ = try reader.field()
        }
    }

    @Test("a field above its limit is malformed, at its limit it is read")
    func limit() throws {
        var writer = ByteWriter()
        writer.appendField([1, 2, 3])
        let bytes = writer.bytes
        var reader = Reader(bytes)
        #expect(throws: ByteCursor.Malformed.self) { _ = try reader.field(atMost: 2) }
        reader = Reader(bytes)
        #expect(try reader.field(atMost: 3) == 4..<7)
    }

    @Test("a negative or enormous count is malformed", arguments: [-1, Int.min, Int.max, 5])
    func hostileCount(count: Int) {
        let bytes: [UInt8] = [1, 2, 3, 4]
        var reader = Reader(bytes)
        #expect(throws: ByteCursor.Malformed.self) { _ = try reader.take(count) }
        #expect(reader.offset == 0)
    }

    @Test(
        "where a cursor would begin or end outside the bytes, there is nothing to read",
        arguments: [
            (-1, nil), (Int.min, nil), (5, nil), (Int.max, nil), (0, -1), (0, Int.min), (3, 2), (Int.max, Int.min),
        ] as [(Int, Int?)])
    func outside(offset: Int, end: Int?) {
        let bytes: [UInt8] = [1, 2, 3, 4]
        var reader = Reader(bytes, from: offset, end: end)
        #expect(reader.isAtEnd)
        #expect(throws: ByteCursor.Malformed.self) { _ = try reader.number(UInt8.self) }
        #expect(throws: ByteCursor.Malformed.self) { _ = try reader.take(1) }
    }

    @Test("an end past the bytes is the end of the bytes")
    func endPastBytes() throws {
        let bytes: [UInt8] = [1, 2]
        var reader = Reader(bytes, from: 1, end: .max)
        #expect(try reader.take(1) == 1..<2)
        #expect(reader.isAtEnd)
    }

    @Test("text that is no UTF-8 is malformed", arguments: [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80]])
    func notUTF8(text: [UInt8]) {
        var writer = ByteWriter()
        writer.appendField(text)
        let bytes = writer.bytes
        #expect(throws: ByteCursor.Malformed.self) {
            var reader = Reader(bytes)
            _ = try reader.text(atMost: 100)
        }
    }

    @Test("V23: whatever the bytes, reads stay inside them and only move forward")
    func random() {
        var generator = SplitMix(state: 1)
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                Bool.random(using: &generator) ? 0 : UInt8.random(in: 0...255, using: &generator)
            }
            var reader = Reader(bytes)
            var isRight = true
            while !reader.isAtEnd {
                let before = reader.offset
                guard let range = try? read(&reader, choice: Int.random(in: 0...4, using: &generator)) else { break }
                isRight = isRight && range.lowerBound >= before && range.upperBound == reader.offset
                isRight = isRight && reader.offset <= bytes.count
                if range.isEmpty { break }
            }
            if !isRight { Issue.record("a read left the bytes \(bytes)") }
        }
    }

    private func read(_ reader: inout Reader, choice: Int) throws -> Range<Int> {
        let before = reader.offset
        switch choice {
        case 0: return try reader.take(Int(reader.bytes.first ?? 0))
        case 1: _ = try reader.number(UInt16.self)
        case 2: _ = try reader.number(UInt64.self)
        case 3: return try reader.field()
        default: _ = try reader.text(atMost: 16)
        }
        return before..<reader.offset
    }
}

/// A cursor with its bytes in an array.
private struct Reader {
    let bytes: [UInt8]
    private var cursor: ByteCursor

    init(_ bytes: [UInt8], from offset: Int = 0, end: Int? = nil) {
        self.bytes = bytes
        cursor = unsafe ByteCursor(bytes.span.bytes, from: offset, end: end)
    }

    var offset: Int { cursor.offset }
    var isAtEnd: Bool { cursor.isAtEnd }

    mutating func take(_ count: Int) throws(ByteCursor.Malformed) -> Range<Int> {
        try cursor.take(count)
    }

    mutating func number<N: FixedWidthInteger & BitwiseCopyable>(_: N.Type) throws(ByteCursor.Malformed) -> N {
        let bytes = bytes
        return unsafe try cursor.number(of: bytes.span.bytes)
    }

    mutating func flag() throws(ByteCursor.Malformed) -> Bool {
        let bytes = bytes
        return unsafe try cursor.flag(of: bytes.span.bytes)
    }

    func finish() throws(ByteCursor.Malformed) {
        try cursor.finish()
    }

    mutating func exposedSecretField(atMost limit: Int) throws(ByteCursor.Malformed) -> [UInt8] {
        let bytes = bytes
        return exposed(unsafe try cursor.secretField(of: bytes.span.bytes, atMost: limit))
    }

    mutating func field(atMost limit: Int = .max) throws(ByteCursor.Malformed) -> Range<Int> {
        let bytes = bytes
        return unsafe try cursor.field(of: bytes.span.bytes, atMost: limit)
    }

    mutating func publicField(atMost limit: Int) throws(ByteCursor.Malformed) -> [UInt8] {
        let bytes = bytes
        return unsafe try cursor.publicField(of: bytes.span.bytes, atMost: limit)
    }

    mutating func text(atMost limit: Int) throws(ByteCursor.Malformed) -> String {
        let bytes = bytes
        return unsafe try cursor.text(of: bytes.span.bytes, atMost: limit)
    }
}

/// A generator that gives the same numbers in each run.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

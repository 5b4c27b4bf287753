import Sealing
import TestSupport
import Testing

@Suite("Writers")
struct WriterTests {
    @Test("the writers of secret and of public bytes have one encoding")
    func oneEncoding() {
        let field = Array("field".utf8)
        let nothing: [UInt8] = []
        var secret = SecretWriter(capacity: 1 + 2 + 4 + 8 + 4 + 5 + 4 + 5)
        secret.append(UInt8(0x01))
        secret.append(UInt16(0x0203))
        secret.append(Int32(-2))
        secret.append(UInt64(0x0405_0607_0809_0a0b))
        unsafe secret.appendField(field.span.bytes)
        unsafe secret.appendField(nothing.span.bytes)
        unsafe secret.append(field.span.bytes)
        var open = ByteWriter()
        open.append(UInt8(0x01))
        open.append(UInt16(0x0203))
        open.append(Int32(-2))
        open.append(UInt64(0x0405_0607_0809_0a0b))
        open.appendField(field)
        open.appendField([])
        open.append(field)
        let expected = "01" + "0302" + "feffffff" + "0b0a090807060504" + "05000000" + field.hex + "00000000" + field.hex
        #expect(open.bytes.hex == expected)
        #expect(exposed(secret.finish()).hex == expected)
    }

    @Test("a message of any length is whole, however it is appended", arguments: [0, 1, 64, 127, 128, 129, 255, 300])
    func lengths(size: Int) {
        let message = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        for step in [1, 7, 128, 300] {
            for capacity in [0, 128, 500] {
                var writer = ByteWriter(capacity: capacity)
                for start in stride(from: 0, to: size, by: step) {
                    let piece = message[start..<min(start + step, size)]
                    switch start % 3 {
                    case 0: writer.append(Array(piece))
                    case 1: writer.append(piece)
                    default: Array(piece).withRawSpan { writer.append($0) }
                    }
                }
                #expect(writer.bytes == message)
                #expect(writer.count == size)
                #expect(writer.withRawSpan { [UInt8](copying: $0) } == message)
            }
        }
    }

    @Test("a message is padded as a secret one is", arguments: [0, 1, 127, 128, 254, 255, 256, 5_000])
    func paddedAlike(size: Int) {
        let message = [UInt8](repeating: 7, count: size)
        var open = ByteWriter()
        open.append(message)
        open.pad()
        var secret = SecretWriter(capacity: Padding.paddedSize(of: size))
        message.withRawSpan { secret.append($0) }
        let expected = exposed(secret.finishPadded())
        #expect(open.bytes == expected)
    }

    @Test("a hash that is appended, or given as numbers, is the one of the same bytes")
    func hashes() {
        let input = Array("input".utf8)
        let key = SymmetricKey.random()
        var writer = ByteWriter()
        writer.appendHash(of: input)
        #expect(writer.bytes == input.withRawSpan { KeyedHash.digest($0) })
        var numbers = ByteWriter()
        let words = KeyedHash.words(of: writer, key: key)
        for index in words.indices { numbers.append(words[index]) }
        #expect(numbers.bytes == writer.withRawSpan { KeyedHash.digest($0, key: key) })
    }

    @Test("a text is a field of its UTF-8")
    func text() {
        var writer = SecretWriter(capacity: 4 + 3)
        writer.appendField("☃")
        #expect(exposed(writer.finish()).hex == "03000000e29883")
        var open = ByteWriter()
        open.appendField("☃")
        open.append("☃")
        #expect(open.bytes.hex == "03000000e29883e29883")
    }

    @Test("room that was not written is zero")
    func rest() {
        var writer = SecretWriter(capacity: 6)
        writer.append(UInt16(0xffff))
        #expect(exposed(writer.finish()) == [0xff, 0xff, 0, 0, 0, 0])
    }

    @Test("padding is a mark and zeros up to the capacity")
    func padded() {
        var writer = SecretWriter(capacity: 6)
        writer.append(UInt16(0xffff))
        #expect(exposed(writer.finishPadded()) == [0xff, 0xff, 0x80, 0, 0, 0])
    }

    @Test("a writer can be filled to the last byte, and be empty")
    func full() {
        var writer = SecretWriter(capacity: 4)
        let nothing: [UInt8] = []
        writer.append(UInt32.max)
        unsafe writer.append(nothing.span.bytes)
        #expect(exposed(writer.finish()) == [0xff, 0xff, 0xff, 0xff])
        #expect(exposed(SecretWriter(capacity: 0).finish()).isEmpty)
    }

    @Test("one byte more than there is room for traps, and so does a mark without room")
    func overflow() async {
        let bytes = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var writer = SecretWriter(capacity: 3)
            writer.append(UInt32(0))
        }
        #expect(bytes.map(\.standardErrorContent).says("more bytes written than the writer has room for"))
        let mark = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var writer = SecretWriter(capacity: 2)
            writer.append(UInt16(0))
            _ = writer.finishPadded()
        }
        #expect(mark.map(\.standardErrorContent).says("more bytes written than the writer has room for"))
    }
}

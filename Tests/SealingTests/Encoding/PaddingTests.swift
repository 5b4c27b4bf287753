import Sealing
import TestSupport
import Testing

@Suite("Padding")
struct PaddingTests {
    @Test("every size up to 20,000 comes back after padding")
    func roundTrip() {
        #expect((0...20_000).filter { unpadded(sizeAfterPadding: $0) != $0 } == [])
    }

    @Test("large sizes come back after padding", arguments: [65_535, 65_536, 1_048_576, 3_141_592])
    func largeRoundTrip(size: Int) {
        #expect(unpadded(sizeAfterPadding: size) == size)
    }

    @Test("up to 4 KiB a padded size is the next multiple of 256, with at least one byte of padding")
    func steps() {
        let wrong = (0..<4_096).filter { size in
            let padded = Padding.paddedSize(of: size)
            return !padded.isMultiple(of: 256) || !(1...256).contains(padded - size)
        }
        #expect(wrong == [])
    }

    @Test("above 4 KiB a padded size is Padmé's of the message and its one byte")
    func largeSteps() {
        let large = (15...50).flatMap { exponent in
            (1...37).flatMap { part in (-2...1).map { (1 << exponent) / 37 * part + (1 << exponent) + $0 } }
        }
        let sizes = Array(4_096...20_000) + large
        #expect(sizes.filter { Padding.paddedSize(of: $0) != padmé(of: $0 + 1) } == [])
    }

    @Test("padding costs at most 12 % above 4 KiB")
    func cost() {
        #expect((4_096...100_000).filter { Padding.paddedSize(of: $0) * 100 > ($0 + 1) * 112 } == [])
    }

    @Test("a longer message is never padded to less than a shorter one")
    func monotone() {
        #expect((0..<100_000).filter { Padding.paddedSize(of: $0) > Padding.paddedSize(of: $0 + 1) } == [])
    }

    @Test(
        "padding without its mark is refused",
        arguments: [
            [], [0], [0, 0, 0, 0], [1], [0x80, 1], [0x81, 0, 0], [0x7f, 0], [0x80, 0, 0xff], [0x80, 0, 1, 0],
            [UInt8](repeating: 0, count: 8), [UInt8](repeating: 0, count: 23),
            [0x80, 1] + [UInt8](repeating: 0, count: 16),
        ] as [[UInt8]])
    func broken(bytes: [UInt8]) {
        #expect(Padding.unpaddedSize(of: bytes) == nil)
    }

    @Test("the last mark counts, so that a message may end in what looks like padding")
    func markInMessage() {
        let bytes: [UInt8] = [0x80, 0, 0x80, 0x80, 0, 0]
        #expect(Padding.unpaddedSize(of: bytes) == 3)
    }

    /// Pads a message of zeros, the hardest to tell from padding, and returns the size found in it.
    private func unpadded(sizeAfterPadding size: Int) -> Int? {
        var writer = SecretWriter(capacity: Padding.paddedSize(of: size))
        SecretBytes(zeroed: size).withExposedBytes { writer.append($0) }
        return writer.finishPadded().withExposedBytes { Padding.unpaddedSize(of: $0) }
    }

    /// The formula as its paper has it ("Reducing Metadata Leakage from Encrypted Files and Communication with PURBs",
    /// algorithm 1): the last E - S bits of the length are rounded up to zero.
    private func padmé(of length: Int) -> Int {
        let e = floorLog2(length)
        let s = floorLog2(e) + 1
        let mask = (1 << (e - s)) - 1
        return (length + mask) & ~mask
    }

    private func floorLog2(_ number: Int) -> Int {
        String(number, radix: 2).utf8.count - 1
    }
}

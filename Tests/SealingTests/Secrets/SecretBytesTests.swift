import Sealing
import TestSupport
import Testing

@Suite("Secret bytes")
struct SecretBytesTests {
    /// Sizes at and beside the borders of all size classes, and of regions of their own.
    static let sizes: [Int] = {
        let slots = [64, 128, 256, 512, 1_024, 2_048, 4_096]
        let besideBorders = slots.flatMap { slot in [slot - 17, slot - 16, slot - 15, slot] }
        return [0, 1] + besideBorders + [4_097, 8_175, 8_176, 8_177, 65_536, 262_129, 1_048_576]
    }()

    @Test("bytes come back as they went in, at any size", arguments: sizes)
    func roundTrip(size: Int) {
        let bytes = RandomBytes.make(count: size)
        let secret = secret(bytes)
        #expect(secret.count == size)
        #expect(secret.isEmpty == (size == 0))
        #expect(exposed(secret) == bytes)
    }

    @Test("text goes in as UTF-8", arguments: ["", "pässwörd ☃", "a\0b"])
    func utf8(text: String) {
        #expect(exposed(SecretBytes(utf8: text)) == Array(text.utf8))
    }

    @Test("a value that asks for zeros gets zeros, also where another secret stood before", arguments: sizes)
    func zeroed(size: Int) {
        for _ in 0..<3 {
            let zeros = SecretBytes(zeroed: size)
            #expect(exposed(zeros) == [UInt8](repeating: 0, count: size))
            _ = SecretBytes.random(count: size)
        }
    }

    @Test("a copy has the same bytes, in memory of its own", arguments: [0, 32, 5_000])
    func copy(size: Int) {
        let original = SecretBytes.random(count: size)
        let before = exposed(original)
        var copy = original.copy()
        #expect(exposed(copy) == before)
        unsafe copy.withUnsafeMutableBytes { bytes in
            for index in bytes.indices { unsafe bytes[index] ^= 0xff }
        }
        #expect(exposed(copy) == before.map { ~$0 })
        #expect(exposed(original) == before)
    }

    @Test("a part has the bytes of its range")
    func part() {
        let secret = secret([1, 2, 3, 4, 5])
        #expect(exposed(secret.copy(1..<4)) == [2, 3, 4])
        #expect(exposed(secret.copy(5..<5)).isEmpty)
    }

    @Test("a part outside the bytes traps")
    func partOutside() async {
        await #expect(processExitsWith: .failure) { _ = secret([1, 2, 3]).copy(2..<4).count }
    }

    @Test(
        "values are equal by length and bytes",
        arguments: [
            ("token", "token", true), ("token", "tokem", false), ("token", "token ", false), ("", "", true),
            ("", "t", false),
        ])
    func equality(left: String, right: String, expected: Bool) {
        let isEqual = secret(left).equals(secret(right))
        #expect(isEqual == expected)
    }

    @Test("random values differ from each other")
    func random() {
        let values = (0..<1_000).map { _ in exposed(SecretBytes.random(count: 16)) }
        #expect(Set(values).count == values.count)
    }

    @Test("an error thrown while the memory is filled comes through")
    func throwing() {
        struct Refused: Error {}
        #expect(throws: Refused.self) {
            _ = unsafe try SecretBytes(unsafeCount: 32) { _ throws(Refused) in throw Refused() }.count
        }
    }

    @Test("a negative size traps")
    func negative() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = unsafe SecretBytes(unsafeCount: -1) { _ in }.count
        }
        #expect(result.map(\.standardErrorContent).says("a secret has no negative size"))
    }
}

import Sealing
import Testing

@testable import SafeLogging

@Suite("Quick hashes") final class QuickHashTests {
    @Test("Windows that differ in one bit collide no more often than chance has it, whatever the key")
    func windowsRarelyCollide() {
        var collisions = 0
        for _ in 0..<500 {
            let hash = WindowHash(SymmetricKey.random())
            let window = UInt64.random(in: .min ... .max)
            for bit in 0..<64 {
                let difference = hash(window) ^ hash(window ^ 1 << UInt64(bit))
                #expect(difference != 0)
                if difference & 4_095 == 0 { collisions += 1 }
            }
        }
        #expect(collisions < 40)
    }

    @Test("Anchors that differ in one bit collide no more often than chance has it, whatever the key")
    func anchorsRarelyCollide() {
        var collisions = 0
        for _ in 0..<200 {
            let hash = AnchorHash(SymmetricKey.random())
            let words = (0..<24).map { _ in UInt8.random(in: .min ... .max) }
            for bit in 0..<192 {
                var changed = words
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                let difference = words.scan { hash($0, at: 0) } ^ changed.scan { hash($0, at: 0) }
                if difference & 4_095 == 0 { collisions += 1 }
            }
        }
        #expect(collisions < 40)
    }

    @Test("Hashes of ordinary text spread evenly over their values") func spread() {
        var windows = [Int](repeating: 0, count: 256)
        var anchors = windows
        let key = FingerprintKey(.random())
        let window = WindowHash(.random())
        for number in 0..<65_536 {
            let text = Array("2026-01-01 order \(1_000_000 + number)x".utf8)
            windows[Int(text.scan { window($0, at: 17) } & 255)] += 1
            anchors[Int(text.scan { key.anchor($0, at: 0) } & 255)] += 1
        }
        #expect(windows.allSatisfy { $0 > 128 && $0 < 512 })
        #expect(anchors.allSatisfy { $0 > 128 && $0 < 512 })
    }
}

import Sealing
import Synchronization
import TestSupport
import Testing

@Suite("Secret arena")
struct SecretArenaTests {
    @Test("100,000 secrets can live at once, and none touches another's bytes")
    func manyAtOnce() {
        let secrets = (0..<100_000).map { number in MarkedSecret(number, size: 8 + number % 200) }
        #expect(secrets.count { !$0.isIntact } == 0)
    }

    @Test("1,000 large secrets can live at once, and none touches another's bytes")
    func manyLarge() {
        let secrets = (0..<1_000).map { number in MarkedSecret(number, size: 4_000 + number) }
        #expect(secrets.count { !$0.isIntact } == 0)
    }

    @Test("threads that make and drop secrets at once never share memory")
    func threads() {
        let damaged = Atomic(0)
        Threads.run(8) { thread in
            var kept: [MarkedSecret] = []
            for round in 0..<10_000 {
                let size = round.isMultiple(of: 50) ? 5_000 : 8 + round % 500
                kept.append(MarkedSecret(thread << 32 | round, size: size))
                guard kept.count > 20 else { continue }
                kept.swapAt(round % kept.count, kept.count - 1)
                if let last = kept.popLast(), !last.isIntact { damaged.add(1, ordering: .relaxed) }
            }
        }
        #expect(damaged.load(ordering: .relaxed) == 0)
    }
}

/// A secret that is filled with its own number; on the ordinary heap, since an array takes no values that can't be
/// copied.
private final class MarkedSecret: Sendable {
    private let number: Int
    private let secret: SecretBytes

    init(_ number: Int, size: Int) {
        self.number = number
        secret = unsafe SecretBytes(unsafeCount: size) { target in
            for offset in Self.offsets(size) {
                unsafe target.storeBytes(of: number, toByteOffset: offset, as: Int.self)
            }
        }
    }

    var isIntact: Bool {
        unsafe secret.withUnsafeBytes { bytes in
            Self.offsets(bytes.count).allSatisfy {
                unsafe bytes.loadUnaligned(fromByteOffset: $0, as: Int.self) == number
            }
        }
    }

    private static func offsets(_ size: Int) -> StrideTo<Int> {
        stride(from: 0, to: size - 7, by: 8)
    }
}

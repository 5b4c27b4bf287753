import Glibc
import RawSodium
@_spi(Benchmarks) import Sealing

/// Sealing, opening and holding secrets, beside libsodium called directly.
///
/// The raw side writes into a buffer that it uses again, as a program would that manages its memory by hand. Ours
/// returns a fresh array when it seals, and fresh secret memory, wiped after use, when it opens.
enum CryptoSuite: Suite {
    static let name = "crypto"
    static let summary = "seal and open through the AEAD, hold a secret; beside raw libsodium"

    static func compare(_ bench: Bench) throws {
        for (label, size, reach) in [
            ("32 B", 32, 1.1), ("1 KiB", 1_024, 1.1), ("64 KiB", 65_536, 1.03), ("1 MiB", 1_048_576, 1.03),
        ] {
            let peer = RawAEAD(messageSize: size)
            let message = [UInt8](repeating: 0x5a, count: size)
            bench.measure(seal(label, message, peer, reach))
            bench.measure(open(label, message, peer, reach))
        }
        bench.measure(hold("32 B", 32, reach: 0.02))
        bench.measure(hold("1 KiB", 1_024))
        bench.measure(hold("64 KiB", 65_536))
    }

    private static let context = Array("benchmark".utf8)

    private static func seal(_ label: String, _ message: [UInt8], _ peer: RawAEAD, _ reach: Double) -> Comparison {
        let probe = AEADProbe()
        return Comparison(
            name: "seal \(label)", peer: "randombytes_buf + crypto_aead_xchacha20poly1305_ietf_encrypt", reach: reach,
            ours: { [context] times in
                for _ in 0..<times {
                    _ = unsafe probe.seal(message.span.bytes, authenticating: context.span.bytes)
                }
            },
            theirs: { times in
                for _ in 0..<times { peer.seal() }
            })
    }

    private static func open(_ label: String, _ message: [UInt8], _ peer: RawAEAD, _ reach: Double) -> Comparison {
        let probe = AEADProbe()
        let sealed = unsafe probe.seal(message.span.bytes, authenticating: context.span.bytes)
        peer.seal()
        return Comparison(
            name: "open \(label)", peer: "crypto_aead_xchacha20poly1305_ietf_decrypt", reach: reach,
            ours: { [context] times in
                for _ in 0..<times {
                    let opened = unsafe probe.open(sealed.span.bytes, authenticating: context.span.bytes)
                    precondition(opened != nil)
                }
            },
            theirs: { times in
                for _ in 0..<times { precondition(peer.open()) }
            })
    }

    private static func hold(_ label: String, _ size: Int, reach: Double? = nil) -> Comparison {
        let bytes = [UInt8](repeating: 0x5a, count: size)
        return Comparison(
            name: "hold and release \(label)", peer: "sodium_malloc + memcpy + sodium_free", reach: reach,
            ours: { times in
                for _ in 0..<times { _ = unsafe SecretBytes(copying: bytes.span.bytes) }
            },
            theirs: { times in
                for _ in 0..<times {
                    guard let memory = unsafe sodium_malloc(size) else { preconditionFailure("no memory") }
                    unsafe memcpy(memory, bytes, size)
                    unsafe sodium_free(memory)
                }
            })
    }
}

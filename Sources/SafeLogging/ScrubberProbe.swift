public import Sealing

/// A scrubber with secrets of its own, for the benchmarks, which are a package of their own and so see no `package`
/// declarations.
///
/// It is no part of the API: only `@_spi(Benchmarks) import SafeLogging` shows it.
@_spi(Benchmarks)
public enum ScrubberProbe: Sendable {
    private static let registry = SecretRegistry()

    /// Makes a secret known.
    public static func publish(_ secret: borrowing SecretBytes) {
        registry.publish(secret, as: .other)
    }

    /// Takes it back.
    public static func withdraw(_ secret: borrowing SecretBytes) {
        registry.withdraw(secret)
    }

    /// The text with each secret replaced.
    public static func scrub(_ text: [UInt8]) -> [UInt8] {
        Scrubber(registry: registry).scrub(text)
    }

    /// What of the text would be replaced, in order.
    public static func masks(in text: [UInt8]) -> [Range<Int>] {
        Scrubber(registry: registry).spans(in: text).united()
    }
}

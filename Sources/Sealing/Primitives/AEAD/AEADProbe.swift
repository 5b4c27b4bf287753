/// The AEAD under a random key that nobody keeps, for the benchmarks, which are a package of their own and so see no
/// `package` declarations.
///
/// It is no part of the API: only `@_spi(Benchmarks) import Sealing` shows it.
@_spi(Benchmarks)
public struct AEADProbe: ~Copyable, Sendable {
    private let key = SymmetricKey.random()

    /// Makes a probe with a fresh key.
    public init() {}

    /// Seals `message` under a fresh random nonce; the result is 40 bytes longer.
    public func seal(_ message: RawSpan, authenticating context: RawSpan) -> [UInt8] {
        AEAD.seal(message, authenticating: context, with: key)
    }

    /// Opens a sealed message into secret memory, or returns nil where it is not authentic.
    public func open(_ sealed: RawSpan, authenticating context: RawSpan) -> SecretBytes? {
        try? AEAD.open(sealed, authenticating: context, with: key)
    }
}

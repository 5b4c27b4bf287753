import CSodium

/// Random bytes of the operating system's generator.
package enum RandomBytes {
    /// Returns `count` fresh random bytes.
    ///
    /// They are public values such as nonces and salts; a random secret is ``SecretBytes/random(count:)``.
    package static func make(count: Int) -> [UInt8] {
        _ = Sodium.ready
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            if let base = buffer.baseAddress { unsafe randombytes_buf(base, count) }
            initialized = count
        }
    }

    /// Returns a random 64-bit number, for identities inside a process.
    package static func number() -> UInt64 {
        UInt64.random(in: .min ... .max)
    }
}

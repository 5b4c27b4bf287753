import CSodium

/// SHA-256 (FIPS 180-4), for protocols that ask for it; what is this package's own is hashed with BLAKE2b.
package enum SHA256 {
    package static func digest(_ input: RawSpan) -> [UInt8] {
        _ = Sodium.ready
        return unsafe [UInt8](unsafeUninitializedCapacity: 32) { target, initialized in
            _ = unsafe input.withUnsafeBytes { input in
                unsafe crypto_hash_sha256(
                    pointer(UnsafeMutableRawBufferPointer(target)), pointer(input), UInt64(input.count))
            }
            initialized = 32
        }
    }
}

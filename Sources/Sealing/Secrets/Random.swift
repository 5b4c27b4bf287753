import CSodium

/// Fills secret memory with random bytes.
enum Random {
    static func fill(_ target: UnsafeMutableRawBufferPointer) {
        _ = Sodium.ready
        if let base = target.baseAddress { unsafe randombytes_buf(base, target.count) }
    }
}

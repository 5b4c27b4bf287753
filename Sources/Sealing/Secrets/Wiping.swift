import CSodium

extension [UInt8] {
    /// Overwrites the bytes with zeros, for text in ordinary memory that is kept to be used again.
    package mutating func wipe() {
        unsafe withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe sodium_memzero(start, bytes.count)
        }
    }
}

import CSodium

/// Comparison whose time does not depend on the bytes compared.
package enum ConstantTime {
    /// Tells whether both spans have the same length and bytes.
    ///
    /// Only the lengths can be learnt from its time.
    package static func equal(_ left: RawSpan, _ right: RawSpan) -> Bool {
        guard left.byteCount == right.byteCount else { return false }
        return unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { right in
                guard let a = left.baseAddress, let b = right.baseAddress else { return true }
                return unsafe sodium_memcmp(a, b, left.count) == 0
            }
        }
    }
}

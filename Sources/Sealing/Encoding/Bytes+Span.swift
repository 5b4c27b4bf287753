extension [UInt8] {
    /// A copy of the span's bytes in ordinary memory; for bytes that are no secret.
    package init(copying bytes: RawSpan) {
        self = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    }

    /// Lends the bytes as a raw span.
    @inlinable
    package func withRawSpan<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        unsafe try body(span.bytes)
    }
}

extension RawSpan {
    /// The byte at `index`, which must be in bounds.
    @inlinable
    package func byte(at index: Int) -> UInt8 {
        precondition(index >= 0 && index < byteCount, "index outside the span")
        return unsafe unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)
    }
}

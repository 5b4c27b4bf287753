/// The buffer's first byte as libsodium wants it; callers pass no empty buffer where the function reads from it.
func pointer(_ buffer: UnsafeRawBufferPointer) -> UnsafePointer<UInt8> {
    guard let base = buffer.baseAddress else { return unsafe emptyBuffer }
    return unsafe base.assumingMemoryBound(to: UInt8.self)
}

/// The buffer's first byte for writing; see ``pointer(_:)``.
func pointer(_ buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<UInt8> {
    guard let base = buffer.baseAddress else { return unsafe UnsafeMutablePointer(mutating: emptyBuffer) }
    return unsafe base.assumingMemoryBound(to: UInt8.self)
}

/// A valid address for buffers of no bytes, which have none of their own.
nonisolated(unsafe) private let emptyBuffer = unsafe UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

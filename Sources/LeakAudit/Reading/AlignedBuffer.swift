/// Memory that begins on a page: reading into it is several times quicker than into a large heap block, which does not.
@safe
struct AlignedBuffer: ~Copyable {
    let bytes: UnsafeMutableRawBufferPointer

    init(size: Int) {
        unsafe bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 4_096)
    }

    deinit {
        unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
        unsafe bytes.deallocate()
    }

    var count: Int { unsafe bytes.count }

    func span(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
    }
}

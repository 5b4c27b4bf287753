/// What packed files begin with.
enum PackedStart {
    /// Bytes that tell each sort.
    static let size = 10

    /// gzip (RFC 1952), which is unpacked.
    static let gzip: [UInt8] = [0x1F, 0x8B]

    /// xz, Zstandard (RFC 8878), bzip2, LZ4, compress, lzip, zip and 7z, which are not.
    private static let others: [[UInt8]] = [
        [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], [0x28, 0xB5, 0x2F, 0xFD], [0x42, 0x5A, 0x68], [0x04, 0x22, 0x4D, 0x18],
        [0x1F, 0x9D], Array("LZIP".utf8), [0x50, 0x4B, 0x03, 0x04], [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C],
    ]
    /// What follows the size of its blocks in bzip2, whose first bytes alone may well be text.
    private static let bzip2Block: [UInt8] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]

    static func isGzip(_ start: some Collection<UInt8>) -> Bool { start.starts(with: gzip) }

    /// Tells whether a file that begins so is packed in a way that nothing here unpacks.
    static func isForeign(_ start: some Collection<UInt8>) -> Bool {
        guard let other = others.first(where: { start.starts(with: $0) }) else { return false }
        return other.first != 0x42 || start.dropFirst(4).starts(with: bzip2Block)
    }
}

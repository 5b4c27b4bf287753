import Glibc

/// Where a backup is read from.
protocol ByteSource: ~Copyable {
    /// Reads exactly `count` bytes.
    ///
    /// - Throws: ``VaultError/Code/truncated`` where there are fewer.
    mutating func read(_ count: Int) throws(VaultError) -> [UInt8]

    /// Tells whether nothing follows.
    mutating func isAtEnd() throws(VaultError) -> Bool
}

extension ByteSource where Self: ~Copyable {
    mutating func number() throws(VaultError) -> UInt32 {
        try read(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// Bytes in memory.
struct MemorySource: ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func read(_ count: Int) throws(VaultError) -> [UInt8] {
        guard rest.count >= count else { throw VaultError(.truncated) }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func isAtEnd() -> Bool { rest.isEmpty }
}

/// An open file or pipe.
struct FileSource: ByteSource, ~Copyable {
    private let file: FileDescriptor
    private let path: String
    private var buffer: [UInt8] = []
    private var offset = 0

    private static let chunk = 65_536

    init(opening path: String) throws(VaultError) {
        self.path = path
        file = try FileDescriptor(opening: path, O_RDONLY)
    }

    /// Takes over an open descriptor.
    init(descriptor: CInt, named name: String) {
        path = name
        file = FileDescriptor(owning: descriptor)
    }

    mutating func read(_ count: Int) throws(VaultError) -> [UInt8] {
        while buffer.count - offset < count {
            guard try fill() else { throw VaultError(.truncated, path: path) }
        }
        defer { offset += count }
        return Array(buffer[offset..<offset + count])
    }

    mutating func isAtEnd() throws(VaultError) -> Bool {
        guard offset == buffer.count else { return false }
        return try !fill()
    }

    private mutating func fill() throws(VaultError) -> Bool {
        buffer.removeFirst(offset)
        offset = 0
        let more = try file.read(atMost: Self.chunk, path: path)
        buffer += more
        return !more.isEmpty
    }
}

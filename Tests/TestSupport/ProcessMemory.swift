import Foundation
package import Sealing

/// A secret that a test must remember without keeping it: its bytes under a mask.
package struct MaskedBytes: Sendable {
    fileprivate static let mask: UInt8 = 0xA5
    fileprivate let bytes: [UInt8]

    package init(_ secret: borrowing SecretBytes) {
        bytes = secret.withExposedBytes { secret in
            (0..<secret.byteCount).map { secret.byte(at: $0) ^ Self.mask }
        }
    }
}

/// Searches all writable memory of this process.
package enum ProcessMemory {
    /// How often the bytes stand in memory, unmasked.
    package static func count(of masked: MaskedBytes) async throws -> Int {
        try await OffPool.run { try search(masked) }
    }

    private static func search(_ masked: MaskedBytes) throws -> Int {
        let memory = unsafe open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw LoopbackExchange.Failure(step: "/proc/self/mem") }
        defer { close(memory) }
        // A file of /proc has no size, so Foundation's shorter ways to read it stop too early.
        let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd() ?? Data()
        // The window is shared memory, which is not searched, or the search would find what it has just read.
        let size = 1 << 20
        guard let window = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) else {
            throw LoopbackExchange.Failure(step: "mmap")
        }
        defer { unsafe munmap(window, size) }
        var found = 0
        for line in String(decoding: maps, as: UTF8.self).split(separator: "\n") where line.contains(" rw-p ") {
            let bounds = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard bounds.count == 2 else { continue }
            found += unsafe count(masked, from: bounds[0], to: bounds[1], in: memory, window, size)
        }
        return found
    }

    private static func count(
        _ masked: MaskedBytes, from start: UInt, to end: UInt, in memory: CInt, _ window: UnsafeMutableRawPointer,
        _ size: Int
    ) -> Int {
        let overlap = masked.bytes.count - 1
        var (found, position) = (0, start)
        while position < end {
            let wanted = min(size, Int(end - position))
            let count = unsafe pread(memory, window, wanted, off_t(position))
            guard count > 0 else { break }
            found += unsafe matches(masked, UnsafeRawBufferPointer(start: window, count: count))
            guard count > overlap, count < Int(end - position) else { break }
            position += UInt(count - overlap)
        }
        return found
    }

    private static func matches(_ masked: MaskedBytes, _ window: UnsafeRawBufferPointer) -> Int {
        let length = masked.bytes.count
        guard let first = masked.bytes.first, var start = window.baseAddress, window.count >= length else { return 0 }
        let end = unsafe start + (window.count - length + 1)
        var found = 0
        while unsafe start < end, let hit = unsafe memchr(start, CInt(first ^ MaskedBytes.mask), end - start) {
            let isMatch = (1..<length).allSatisfy { offset in
                unsafe hit.load(fromByteOffset: offset, as: UInt8.self) ^ MaskedBytes.mask == masked.bytes[offset]
            }
            if isMatch { found += 1 }
            unsafe start = UnsafeRawPointer(hit) + 1
        }
        return found
    }
}

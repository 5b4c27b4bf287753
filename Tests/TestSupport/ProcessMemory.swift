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
    package static func count(of masked: MaskedBytes) throws -> Int {
        let memory = unsafe open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw LoopbackExchange.Failure(step: "/proc/self/mem") }
        defer { close(memory) }
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        // The window is shared memory, which is not searched, or the search would find what it has just read.
        let size = 1 << 20
        guard let window = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) else {
            throw LoopbackExchange.Failure(step: "mmap")
        }
        defer { unsafe munmap(window, size) }
        var found = 0
        for line in maps.split(separator: "\n") where line.contains(" rw-p ") {
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
        guard let first = masked.bytes.first, window.count >= length else { return 0 }
        return (0...(window.count - length)).count { start in
            guard unsafe window[start] ^ MaskedBytes.mask == first else { return false }
            return (1..<length).allSatisfy { unsafe window[start + $0] ^ MaskedBytes.mask == masked.bytes[$0] }
        }
    }
}

import Glibc

/// Counts lines as `wc -l` does: reads a file through a buffer, and looks for line feeds.
enum LineCount {
    static func ofFile(_ path: String) -> Int {
        let file = unsafe open(path, O_RDONLY)
        defer { close(file) }
        return unsafe withUnsafeTemporaryAllocation(byteCount: 262_144, alignment: 4_096) { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            var lines = 0
            while true {
                let count = unsafe read(file, start, buffer.count)
                guard count > 0 else { return lines }
                var place = UnsafeRawPointer(start)
                let end = unsafe place + count
                while let found = unsafe memchr(place, 0x0A, end - place) {
                    lines += 1
                    unsafe place = UnsafeRawPointer(found) + 1
                }
            }
        }
    }
}

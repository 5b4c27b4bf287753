import Glibc

/// Files of `/proc/self`, which have no size to read by.
package enum ProcFile {
    /// The file could not be read.
    package struct NotRead: Error {
        package let errno: Int32
    }

    /// All of `/proc/self/`*name*.
    package static func content(_ name: String) throws(NotRead) -> String {
        let descriptor = unsafe open("/proc/self/\(name)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw NotRead(errno: errno) }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(descriptor, &chunk, chunk.count)
            guard count >= 0 else { throw NotRead(errno: errno) }
            guard count > 0 else { return String(decoding: content, as: UTF8.self) }
            content += chunk.prefix(count)
        }
    }
}

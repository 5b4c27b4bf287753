import Glibc
import RawSodium

/// On what was measured: times mean nothing without it.
struct Machine {
    let processor: String
    let processorCount: Int
    let libsodium: String

    static func current() -> Machine {
        Machine(
            processor: processorName() ?? "unknown", processorCount: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
            libsodium: unsafe String(cString: sodium_version_string()))
    }

    private static func processorName() -> String? {
        guard let file = unsafe fopen("/proc/cpuinfo", "re") else { return nil }
        defer { unsafe fclose(file) }
        var line = [CChar](repeating: 0, count: 1_024)
        while unsafe fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix("model name"), let colon = text.firstIndex(of: ":") else { continue }
            return String(text[colon...].dropFirst(2).filter { !$0.isNewline })
        }
        return nil
    }
}

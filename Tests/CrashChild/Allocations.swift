import Glibc
import SafeLogging

/// How many blocks logging allocates, under `Tests/Faults/counted_blocks.c`.
enum Allocations {
    /// At a disabled level, by a disabled logger, and at an enabled level.
    static func count() -> [Int] {
        guard let symbol = unsafe dlsym(nil, "counted_blocks") else { return [] }
        let blocks = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> Int).self)
        let sink = MemorySink()
        let log = SafeLogger(category: "count", minimumLevel: .warning, sinks: [sink])
        let text = String(repeating: "a text of some length ", count: 4)
        return [(log, LogLevel.debug), (.disabled, .error), (log, .error)].map { log, level in
            write(to: log, level, text)
            let before = blocks()
            for _ in 0..<1_000 { write(to: log, level, text) }
            return blocks() - before
        }
    }

    private static func write(to log: SafeLogger, _ level: LogLevel, _ text: String) {
        log.log(
            level, "a \(text) \(text, privacy: .public) \(text, privacy: .private(mask: .hash))",
            fields: [LogField("status", text), LogField("list", [text, text], privacy: .public)])
    }
}

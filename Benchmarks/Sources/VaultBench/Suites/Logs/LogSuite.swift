import Glibc
import SafeLogging
import Synchronization

/// What log lines cost until they are in the file, beside the C library's; and what one costs that is not written.
enum LogSuite: Suite {
    static let name = "log"
    static let summary = "lines with two private fields to a file, and a level that is off; beside fputs"

    /// Lines that are written before anybody waits for them to be in the file.
    private static let lines = 100

    static func compare(_ bench: Bench) throws {
        let folder = TemporaryFolder.make(in: "/dev/shm")
        defer { TemporaryFolder.remove(folder) }
        do {
            let sink = try FileSink(path: "\(folder)/ours", rotationSize: 4 << 20, keptFiles: 1)
            let log = SafeLogger(category: "bench", minimumLevel: .info, sinks: [sink])
            for (mode, name, reach) in [(_IOLBF, "fputs, a line at a time", 4.0), (_IOFBF, "fputs into a buffer", nil)]
            {
                bench.measure(line(log, sink, PlainLog(path: "\(folder)/theirs", buffering: mode), name, reach))
            }
            if let found = bench.measure(disabled(log)) {
                bench.tell("level that is off, time", in: "ns", reach: .atMost(2), note: "of the row above, median") {
                    found.ours.times.median
                }
            }
        } catch { preconditionFailure("\(error)") }
    }

    private static func line(_ log: SafeLogger, _ sink: FileSink, _ plain: PlainLog, _ peer: String, _ reach: Double?)
        -> Comparison
    {
        Comparison(
            name: "\(lines) lines with two private fields", peer: peer, reach: reach,
            ours: { times in
                for _ in 0..<times {
                    for number in 0..<lines {
                        log.info("request done", fields: [LogField("path", "/orders/17"), LogField("number", number)])
                    }
                    sink.flush()
                }
            },
            theirs: { times in
                for _ in 0..<times {
                    for number in 0..<lines { plain.write(number) }
                    plain.flush()
                }
            }, roundLimit: 1_000)
    }

    private static let counter = Atomic(0)

    private static func disabled(_ log: SafeLogger) -> Comparison {
        Comparison(
            name: "level that is off", peer: "one atomic addition",
            ours: { times in for number in 0..<times { debug(log, number) } },
            theirs: { times in for _ in 0..<times { counter.add(1, ordering: .relaxed) } })
    }

    @inline(never)
    private static func debug(_ log: SafeLogger, _ number: Int) {
        log.debug("request done", fields: [LogField("path", "/orders/17"), LogField("number", number)])
    }
}

/// The same line as plain C writes it, into a file that is begun anew every 4 MiB.
@safe
private final class PlainLog {
    private let file: UnsafeMutablePointer<FILE>?
    private var written = 0

    init(path: String, buffering: CInt) {
        unsafe file = fopen(path, "w")
        unsafe setvbuf(file, nil, buffering, 65_536)
    }

    deinit { unsafe fclose(file) }

    func flush() { unsafe fflush(file) }

    func write(_ number: Int) {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        let line = "\(time.tv_sec).\(time.tv_nsec) INFO bench: request done path=<private> number=<private>\n"
        unsafe fputs(line, file)
        written += line.utf8.count
        guard written > 4 << 20 else { return }
        unsafe rewind(file)
        written = 0
    }
}

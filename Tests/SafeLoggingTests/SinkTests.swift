import Foundation
import TestSupport
import Testing

@testable import SafeLogging

@Suite("Sinks") struct SinkTests {
    let directory = ScratchDirectory()

    var path: String { directory.path + "/log" }

    func record(_ body: String) -> LogRecord {
        LogRecord(timestamp: "2026-01-01T00:00:00.000Z", level: .info, category: "t", body: body)
    }

    static let forgeries = [
        "\n", "\r\n", "\r", "\u{1B}[2K", "\u{1B}]0;title\u{7}", "\u{85}", "\u{9B}2J", "\u{2028}", "\u{2029}",
        "\u{202E}",
        "\u{2066}", "\u{200F}", "\u{061C}", "\u{0}", "\u{8}\u{8}", "\u{C}", "\u{B}", "\u{7F}", "\u{E0041}",
    ]

    @Test("L10: a user name can't forge a line, in either format", arguments: forgeries, [LogFormat.text, .jsonLines])
    func neutralizes(character: String, format: LogFormat) throws {
        let sink = try FileSink(path: path, format: format)
        let log = SafeLogger(category: "test", sinks: [sink])
        let name = "x\(character)2026-01-01T00:00:00.000Z ERROR test: forged\", \"level\":\"ERROR\""
        log.info("user \(name, privacy: .public)", fields: [LogField("name", name, privacy: .public)])
        sink.flush()
        let written = directory.bytes(of: "log")
        #expect(written.filter { $0 == 0x0A }.count == 1 && written.last == 0x0A)
        let text = String(decoding: written.dropLast(), as: UTF8.self)
        #expect(!text.unicodeScalars.contains { ControlCharacters.isControl($0.value) })
        guard format == .jsonLines else { return }
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String])
        #expect(object.keys.sorted() == ["category", "level", "message", "time"])
        #expect(object["level"] == "INFO" && object["category"] == "test")
        #expect(object["message"]?.contains("forged\"") == true)
    }

    @Test("JSON Lines hold what the lines of text hold") func writesJSON() throws {
        let sink = try FileSink(path: path, format: .jsonLines)
        sink.write(record(#"a "b" \c 世界"#))
        sink.flush()
        #expect(
            directory.lines(of: "log") == [
                #"{"time":"2026-01-01T00:00:00.000Z","level":"INFO","category":"t","message":"a \"b\" \\c 世界"}"#
            ])
    }

    @Test(
        "A file of an earlier period is put aside, one of this period is not", arguments: [(90_000, true), (0, false)])
    func rotatesByAge(age: Int, isRotated: Bool) throws {
        let sink = try FileSink(path: path, rotationSize: 0, rotationPeriod: .seconds(86_400))
        sink.write(record("first"))
        sink.flush()
        var times = [timespec(tv_sec: time(nil) - age, tv_nsec: 0), timespec(tv_sec: time(nil) - age, tv_nsec: 0)]
        _ = unsafe utimensat(AT_FDCWD, path, &times, 0)
        sink.write(record("second"))
        sink.write(record("third"))
        sink.flush()
        #expect(directory.names == (isRotated ? ["log", "log.1"] : ["log"]))
        #expect(directory.lines(of: "log").count == (isRotated ? 2 : 3))
        #expect(sink.droppedLines == 0)
    }

    @Test("L13: once a full disk has room again, the log says how many lines are missing") func reportsMissing() async {
        await #expect(processExitsWith: .success) {
            let directory = ScratchDirectory()
            let sink = try FileSink(path: directory.path + "/log")
            signal(SIGXFSZ, SIG_IGN)
            func limit(_ size: UInt) {
                var limit = rlimit(rlim_cur: size, rlim_max: rlim_t.max)
                _ = unsafe setrlimit(__rlimit_resource_t(1), &limit)
            }
            func write(_ body: String) {
                sink.write(LogRecord(timestamp: "T", level: .info, category: "t", body: body))
            }
            limit(30)
            for number in 0..<5 { write("line \(number)") }
            sink.flush()
            limit(.max)
            write("after")
            write("last")
            sink.flush()
            let lines = directory.lines(of: "log")
            let notice = "WARNING log: lines that could not be written next to the last: 4"
            let isRight =
                lines.first == "T INFO t: line 0" && lines.contains("T INFO t: after") && lines.last == "T INFO t: last"
                && lines.filter { $0.hasSuffix(notice) }.count == 1 && sink.droppedLines == 4
            exit(isRight ? 0 : 1)
        }
    }

    @Test("Several processes write to one file without torn or lost lines", .enabled(if: !Sanitizer.isActive))
    func sharesFile() async throws {
        let path = path
        try await withThrowingTaskGroup(of: String.self) { group in
            for writer in 0..<4 {
                group.addTask { try await Child.run(["append", path, "\(writer)", "2000"]).text }
            }
            for try await dropped in group { #expect(dropped == "0\n") }
        }
        let lines = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 8_000)
        #expect(lines.allSatisfy { $0.contains(" INFO append: writer ") && $0.hasSuffix(" end") })
        #expect(Set(lines.compactMap { $0.split(separator: ": ").last?.prefix(24) }).count <= 8_000)
        for writer in 0..<4 {
            let numbers = lines.filter { $0.contains("writer \(writer) ") }.compactMap { line in
                line.split(separator: " line ").last?.split(separator: " ").first.flatMap { Int($0) }
            }
            #expect(numbers == Array(0..<2_000))
        }
    }
}

@Suite("Standard error") struct StandardErrorTests {
    /// The two ends of a pipe or of a pair of sockets.
    struct Ends {
        let reader: CInt
        let writer: CInt

        init(isSocket: Bool) {
            var ends: [CInt] = [-1, -1]
            if isSocket {
                unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
            } else {
                unsafe pipe(&ends)
            }
            (reader, writer) = (ends[0], ends[1])
        }

        func drain() -> [UInt8] {
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 65_536)
            var request = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            while unsafe poll(&request, 1, 0) > 0 {
                let count = unsafe read(reader, &chunk, chunk.count)
                guard count > 0 else { break }
                bytes += chunk[..<count]
            }
            return bytes
        }
    }

    let long = String(repeating: "x", count: 3_000)

    func record(_ body: String) -> LogRecord { LogRecord(timestamp: "T", level: .info, category: "t", body: body) }

    @Test(
        "L13: a stream that nobody reads holds the caller up for a moment only; the rest is dropped and counted",
        arguments: [(isSocket: false, mayReopen: true), (false, false), (true, true)])
    func neverHangs(isSocket: Bool, mayReopen: Bool) {
        let ends = Ends(isSocket: isSocket)
        let sink = StandardErrorSink(stream: ends.writer, mayReopen: mayReopen)
        let time = ContinuousClock().measure {
            for _ in 0..<1_000 { sink.write(record(long)) }
        }
        // Waiting for each would take 100 s.
        #expect(time < .seconds(5))
        #expect(sink.droppedLines > 500)
        let dropped = sink.droppedLines
        let first = ends.drain()
        sink.write(record("after"))
        sink.write(record("last"))
        #expect(sink.droppedLines == dropped)
        let lines = String(decoding: first + ends.drain(), as: UTF8.self).split(separator: "\n")
        #expect(lines.suffix(2) == ["T INFO t: after", "T INFO t: last"])
        #expect(lines.filter { $0 == "T INFO t: \(long)" }.count == 1_000 - dropped)
        #expect(fcntl(ends.writer, F_GETFL) & O_NONBLOCK == 0)
        close(ends.reader)
        close(ends.writer)
    }

    @Test("L13: a reader that has gone does not end the process", arguments: [false, true])
    func survivesClosedReader(isSocket: Bool) async {
        await #expect(processExitsWith: .success) { [isSocket] in
            let ends = Ends(isSocket: isSocket)
            let sink = StandardErrorSink(stream: ends.writer)
            sink.write(LogRecord(timestamp: "T", level: .info, category: "t", body: "a"))
            close(ends.reader)
            for _ in 0..<3 { sink.write(LogRecord(timestamp: "T", level: .info, category: "t", body: "b")) }
            exit(sink.droppedLines == 3 ? 0 : 1)
        }
    }

    @Test("A device that takes nothing, and no stream at all, count as dropped lines") func countsFaults() {
        let full = unsafe open("/dev/full", O_WRONLY)
        for stream in [full, -1] {
            let sink = StandardErrorSink(stream: stream)
            for _ in 0..<3 { sink.write(record("a")) }
            #expect(sink.droppedLines == 3)
        }
        close(full)
    }

    @Test("Lines reach a regular file whole") func writesFiles() {
        let directory = ScratchDirectory()
        let file = unsafe open(directory.path + "/err", O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let sink = StandardErrorSink(stream: file)
        sink.write(record("a"))
        sink.write(record("b"))
        close(file)
        #expect(directory.lines(of: "err") == ["T INFO t: a", "T INFO t: b"])
    }
}

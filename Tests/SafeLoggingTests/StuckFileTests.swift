import Foundation
import Sealing
import TestSupport
import Testing

@testable import SafeLogging

/// A file that takes nothing: a pipe that is full, and that nobody reads until a test does.
final class StuckFile {
    private let directory = ScratchDirectory()
    private let reader: CInt
    private let writer: CInt

    var path: String { directory.path + "/log" }

    init() {
        let path = directory.path + "/log"
        unsafe mkfifo(path, 0o600)
        reader = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        writer = unsafe open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        fill()
    }

    func fill() {
        let filling = [UInt8](repeating: 0x0A, count: 4_096)
        while unsafe write(writer, filling, filling.count) > 0 {}
    }

    deinit {
        close(reader)
        close(writer)
    }

    func sink() -> FileSink {
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        var status = stat()
        unsafe fstat(descriptor, &status)
        return FileSink(
            LogFile(owning: descriptor, status), path: path, rotation: LogRotation(size: 0, period: 0, keptFiles: 1))
    }

    /// Reads until `sink` has written all, and returns the lines.
    func release(_ sink: FileSink) -> [Substring] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        var isDone = false
        while true {
            let count = unsafe read(reader, &piece, piece.count)
            if count > 0 {
                bytes += piece[..<count]
            } else if isDone {
                return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            } else {
                isDone = sink.flush(within: .milliseconds(1))
            }
        }
    }
}

@Suite("A log file that hangs") struct StuckFileTests {
    let stuck = StuckFile()

    static func record(_ body: String, _ level: LogLevel = .info) -> LogRecord {
        LogRecord(timestamp: "T", level: level, category: "t", body: body)
    }

    @Test("L13: who logs waits a moment once, loses what doesn't fit, and the log says in its place how much")
    func dropsAndTells() {
        let sink = stuck.sink()
        let filler = String(repeating: "x", count: 1_000)
        let total = 5_000
        let clock = ContinuousClock()
        var longest = Duration.zero
        let all = clock.measure {
            for number in 0..<total {
                longest = max(longest, clock.measure { sink.write(Self.record("line \(number) \(filler)")) })
            }
        }
        // One wait for room; one for each line that is dropped would take minutes.
        #expect(longest < LineQueue.bound * 20 && all < .seconds(10))
        let dropped = sink.droppedLines
        #expect(dropped > total - 2 * LineQueue.room / 1_000 && dropped < total)
        let before = stuck.release(sink)
        sink.write(Self.record("after"))
        let after = stuck.release(sink)
        let kept = (0..<(total - dropped)).map { "T INFO t: line \($0) \(filler)" }
        #expect(before.dropLast().elementsEqual(kept) { $0 == $1 })
        #expect(
            before.last?.hasSuffix(" WARNING log: lines that could not be written next to the last: \(dropped)") == true
        )
        #expect(after == ["T INFO t: after"])
        #expect(sink.droppedLines == dropped)
    }

    @Test("Waiting for the lines ends at its limit, and where they are written") func flushes() {
        let sink = stuck.sink()
        sink.write(Self.record("a"))
        let time = ContinuousClock().measure { #expect(!sink.flush(within: .milliseconds(50))) }
        #expect(time >= .milliseconds(50) && time < .seconds(5))
        #expect(stuck.release(sink) == ["T INFO t: a"])
        #expect(sink.flush(within: .zero))
        #expect(sink.droppedLines == 0)
    }

    @Test("L13: an error waits to be written, once: where it does so in vain, the next ones don't") func limitsErrors()
    {
        let sink = stuck.sink()
        let time = ContinuousClock().measure {
            for number in 0..<100 { sink.write(Self.record("error \(number)", .error)) }
        }
        #expect(time >= LineQueue.bound && time < LineQueue.bound * 50)
        #expect(stuck.release(sink).count == 100)
    }

    @Test("L13: once a file that hung has taken all lines, an error waits again as it did before, in vain or not")
    func recovers() {
        let sink = stuck.sink()
        for number in 0..<4 {
            let time = ContinuousClock().measure { sink.write(Self.record("\(number)", .error)) }
            #expect(time >= LineQueue.bound)
            #expect(stuck.release(sink) == ["T ERROR t: \(number)"])
            stuck.fill()
        }
        #expect(sink.droppedLines == 0)
    }

    @Test("An error stands in the file when the call returns") func writesErrors() throws {
        let directory = ScratchDirectory()
        let sink = try FileSink(path: directory.path + "/log")
        for number in 1...50 {
            sink.write(Self.record("info"))
            sink.write(Self.record("error", .error))
            #expect(directory.lines(of: "log").count == 2 * number)
        }
    }

    @Test(
        "L13: a sink that goes, and a process that ends, wait for files that hang about a second, however many there are"
    )
    func endsInTime() async {
        var sink: FileSink? = stuck.sink()
        sink?.write(Self.record("a"))
        let time = ContinuousClock().measure { sink = nil }
        #expect(time >= LiveQueues.bound && time < LiveQueues.bound * Self.patience)
        await #expect(processExitsWith: .success) {
            // What is registered first runs last, when the process has waited.
            StuckFileTests.ending.withLock { $0 = .now }
            atexit {
                let time = StuckFileTests.ending.withLock { $0.duration(to: .now) }
                if time < LiveQueues.bound || time >= LiveQueues.bound * StuckFileTests.patience { _exit(3) }
            }
            let stuck = StuckFile()
            let sinks = (0..<3).map { _ in stuck.sink() }
            for sink in sinks { sink.write(StuckFileTests.record("a")) }
            StuckFileTests.ending.withLock { $0 = .now }
            withExtendedLifetime((stuck, sinks)) { () -> Void in exit(EXIT_SUCCESS) }
        }
    }

    /// When a process began to end.
    private static let ending = Lock(ContinuousClock.now)
    /// How many times as long as promised something may take where other tests have the processors.
    private static let patience = 20

    @Test("What was logged is written when the sink goes, and when the process ends by itself") func writesAtTheEnd()
        async
    {
        let directory = ScratchDirectory()
        var sink = try? FileSink(path: directory.path + "/log")
        for number in 0..<1_000 { sink?.write(Self.record("\(number)")) }
        sink = nil
        #expect(directory.lines(of: "log") == (0..<1_000).map { "T INFO t: \($0)" })
        let path: String = directory.path + "/other"
        await #expect(processExitsWith: .success) { [path = path as String] in
            let sink = try FileSink(path: path)
            for number in 0..<1_000 { sink.write(StuckFileTests.record("\(number)")) }
            withExtendedLifetime(sink) { () -> Void in exit(EXIT_SUCCESS) }
        }
        #expect(directory.lines(of: "other") == (0..<1_000).map { "T INFO t: \($0)" })
    }
}

@Suite("A full disk") struct FullDiskTests {
    let directory = ScratchDirectory()

    @Test(
        "L13: on a disk that is full lines are dropped whole and counted; once it has room, the log says how many are missing",
        .enabled(if: Mount.isAllowed, "needs the right to mount"))
    func goesOn() throws {
        var disk: Mount? = try Mount("-t", "tmpfs", "-o", "size=128k,mode=0700", "tmpfs", at: directory.path)
        defer { disk = nil }
        let other = directory.path + "/other"
        try Data(count: 65_536).write(to: URL(filePath: other))
        let sink = try FileSink(path: directory.path + "/log", rotationSize: 0)
        let filler = String(repeating: "x", count: 100)
        for number in 0..<2_000 { sink.write(StuckFileTests.record("line \(number) \(filler)")) }
        sink.flush(within: .seconds(60))
        let dropped = sink.droppedLines
        #expect(dropped > 1_000 && dropped < 2_000)
        _ = unsafe unlink(other)
        sink.write(StuckFileTests.record("after"))
        sink.write(StuckFileTests.record("last"))
        sink.flush(within: .seconds(60))
        let lines = directory.lines(of: "log")
        let notice = "WARNING log: lines that could not be written next to the last: \(dropped)"
        #expect(
            lines.prefix(2_000 - dropped).elementsEqual(
                (0..<(2_000 - dropped)).map { "T INFO t: line \($0) \(filler)" }))
        #expect(lines.contains("T INFO t: after") && lines.last == "T INFO t: last")
        #expect(lines.count { $0.hasSuffix(notice) } == 1)
        #expect(sink.droppedLines == dropped && disk != nil)
    }
}

import Glibc
import Sealing
import Testing

@testable import SafeLogging

@Suite("Log files") struct FileSinkTests {
    let directory = ScratchDirectory()

    func record(_ body: String) -> LogRecord {
        LogRecord(timestamp: "2026-01-01T00:00:00.000Z", level: .info, category: "t", body: body)
    }

    func mode(of name: String) -> UInt32 {
        var status = stat()
        return unsafe lstat(directory.path + "/" + name, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test("V01: the file is for its owner alone, whatever the umask or an older mode say") func setsMode() async throws
    {
        let sink = try FileSink(path: directory.path + "/log")
        #expect(mode(of: "log") == 0o600)
        sink.write(record("a"))
        sink.flush()
        #expect(directory.lines(of: "log") == ["2026-01-01T00:00:00.000Z INFO t: a"])
        _ = unsafe chmod(directory.path + "/log", 0o666)
        _ = try FileSink(path: directory.path + "/log")
        #expect(mode(of: "log") == 0o600)
    }

    @Test("V01: a umask that takes everything away leaves the owner's rights") func ignoresUmask() async {
        await #expect(processExitsWith: .success) {
            let directory = ScratchDirectory()
            umask(0o777)
            let sink = try FileSink(path: directory.path + "/log")
            sink.write(LogRecord(timestamp: "", level: .info, category: "t", body: "a"))
            sink.flush()
            var status = stat()
            guard unsafe lstat(directory.path + "/log", &status) == 0, status.st_mode & 0o777 == 0o600 else { exit(1) }
            exit(sink.droppedLines == 0 ? 0 : 1)
        }
    }

    @Test("A symbolic link, a directory, a pipe and a second name are refused") func refusesOtherFiles() {
        let path = directory.path
        _ = unsafe symlink(path + "/target", path + "/link")
        #expect(throws: LogFileError.self) { try FileSink(path: path + "/link") }
        #expect(throws: LogFileError.self) { try FileSink(path: path) }
        _ = unsafe mkfifo(path + "/pipe", 0o600)
        #expect(throws: LogFileError.self) { try FileSink(path: path + "/pipe") }
        _ = try? FileSink(path: path + "/one")
        _ = unsafe link(path + "/one", path + "/two")
        #expect(throws: LogFileError.notRegular) { try FileSink(path: path + "/two") }
        #expect(!directory.names.contains("target"))
    }

    @Test(
        "A file of another owner is refused",
        // Only root can make such a file.
        .enabled(if: geteuid() == 0))
    func refusesOtherOwner() {
        let path = directory.path + "/log"
        _ = try? FileSink(path: path)
        _ = unsafe chown(path, 12_345, 12_345)
        #expect(throws: LogFileError.notOurs) { try FileSink(path: path) }
    }

    @Test("L13: on a full device lines are dropped and counted, and the caller goes on") func countsDroppedLines() async
    {
        await #expect(processExitsWith: .success) {
            let directory = ScratchDirectory()
            let sink = try FileSink(path: directory.path + "/log")
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 110, rlim_max: 110)
            _ = unsafe setrlimit(__rlimit_resource_t(1), &limit)
            for _ in 0..<10 { sink.write(LogRecord(timestamp: "", level: .info, category: "t", body: "0123456789")) }
            sink.flush()
            exit(sink.droppedLines == 5 && directory.bytes(of: "log").count == 110 ? 0 : 1)
        }
    }

    @Test(
        "Wherever a full disk cuts lines off, once and again, the next one stands on a line of its own, and none is empty"
    )
    func endsCutLines() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            func limit(to size: Int) {
                var limit = rlimit(rlim_cur: rlim_t(size), rlim_max: .max)
                _ = unsafe setrlimit(__rlimit_resource_t(1), &limit)
            }
            let pieces = ["a\n", "bcd\nef\n", "g\n"].map { Array($0.utf8) }
            for (first, more) in (0...8).flatMap({ first in (0...4).map { (first, $0) } }) {
                let directory = ScratchDirectory()
                var file = try LogFile(path: directory.path + "/log")
                var written = 0
                for (piece, size) in zip(pieces, [first, first + more, 1 << 20]) {
                    limit(to: size)
                    let room = size - directory.bytes(of: "log").count
                    let count = file.append(piece[...])
                    guard (0...min(room, piece.count)).contains(count) else { exit(1) }
                    written += count
                }
                let text = directory.bytes(of: "log")
                let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
                guard lines.dropLast().allSatisfy({ !$0.isEmpty }), text.suffix(2) == pieces[2][...] else { exit(2) }
                // What joined the pieces are line feeds, and nothing else.
                guard text.filter({ $0 != 0x0A }).count <= written, lines.dropLast().last == [0x67] else { exit(3) }
                let whole = Set(pieces.flatMap { $0.split(separator: 0x0A).map(Array.init) })
                guard lines.allSatisfy({ line in whole.contains { $0.starts(with: line) } }) else { exit(4) }
            }
        }
    }

    @Test("A full file is put aside and so many are kept") func rotates() throws {
        let sink = try FileSink(path: directory.path + "/log", rotationSize: 100, keptFiles: 2)
        for number in 0..<10 { sink.write(record("line \(number)")) }
        sink.flush()
        #expect(directory.names == ["log", "log.1", "log.2"])
        let lines = ["log.2", "log.1", "log"].flatMap(directory.lines).compactMap(\.last)
        #expect(lines == ["4", "5", "6", "7", "8", "9"])
        #expect(sink.droppedLines == 0)
        for name in directory.names { #expect(mode(of: name) == 0o600) }
    }

    @Test("A file that was moved away is made anew") func reopens() throws {
        let sink = try FileSink(path: directory.path + "/log")
        sink.write(record("a"))
        sink.flush()
        _ = unsafe rename(directory.path + "/log", directory.path + "/old")
        sink.write(record("b"))
        sink.flush()
        #expect(directory.lines(of: "old").count == 1 && directory.lines(of: "log").count == 1)
    }

    @Test("Several writers, also across a rotation, neither tear nor lose lines") func sharesFile() async throws {
        let path = directory.path + "/log"
        await withTaskGroup(of: Int.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    guard let sink = try? FileSink(path: path, rotationSize: 8_000, keptFiles: 50) else { return -1 }
                    for number in 0..<250 {
                        let body = "writer \(writer) number \(number) " + String(repeating: "x", count: number % 90)
                        sink.write(LogRecord(timestamp: "T", level: .info, category: "t", body: body + " end"))
                    }
                    sink.flush(within: .seconds(60))
                    return sink.droppedLines
                }
            }
            for await dropped in group { #expect(dropped == 0) }
        }
        let lines = directory.names.flatMap(directory.lines)
        #expect(lines.count == 1_000)
        #expect(lines.allSatisfy { $0.hasPrefix("T INFO t: writer ") && $0.hasSuffix(" end") })
        #expect(Set(lines).count == 1_000)
    }
}

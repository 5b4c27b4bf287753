import Foundation
import Glibc
import LeakAudit
import Sealing
import SessionVault
import TestSupport
import Testing

@Suite("Several logs at once") struct ParallelTests {
    let fixture: AuditFixture
    let values = SampleValues()

    init() throws {
        fixture = try AuditFixture.withEachKind()
    }

    @Test("L14: many files, plain, packed and missing, are reported in the order given, each with its own lines")
    func keepsOrder() throws {
        var files: [String] = []
        var expected: [String] = []
        for number in 0..<40 {
            let name = "\(number).log"
            let bytes = Array((String(repeating: "\n", count: number * 997 % 211) + values.pushToken).utf8)
            let file =
                switch number % 4 {
                case 0: try fixture.gzip(bytes, name + ".gz")
                case 1: fixture.folder + "/none-\(name)"
                default: try fixture.log(bytes, name)
                }
            files.append(file)
            if number % 4 != 1 { expected.append("\(file):\(number * 997 % 211 + 1)") }
        }
        let report = try fixture.audit(chunkSize: 64).scan(files)
        #expect(report.findings.map { "\($0.file):\($0.line)" } == expected)
        #expect(report.unreadFiles.map(\.file) == files.filter { $0.contains("none-") })
    }

    @Test(
        "Two files are searched at the same time",
        .enabled(if: sysconf(CInt(_SC_NPROCESSORS_ONLN)) > 1, "needs two processors"))
    func searchesAtOnce() throws {
        // Each pipe is written only when the other one is being read.
        let pipes = ["1", "2"].map { fixture.folder + "/pipe-" + $0 }
        for pipe in pipes { #expect(unsafe mkfifo(pipe, 0o600) == 0) }
        let value = values.pushToken
        let writer = Thread {
            let ends = pipes.map { unsafe open($0, O_WRONLY | O_CLOEXEC) }
            for end in ends {
                FileHandle(fileDescriptor: end, closeOnDealloc: true).write(Data("a \(value)\n".utf8))
            }
        }
        writer.start()
        let report = try fixture.audit().scan(Array(pipes.reversed()))
        #expect(report.findings.map(\.file) == pipes.reversed())
    }

    @Test("While a file is slow to open, the others are searched", .timeLimit(.minutes(2))) func opensMeanwhile() throws
    {
        let slow = try fixture.log([UInt8](repeating: 0x2E, count: 100_000), "slow.log")
        let other = try fixture.log([UInt8](repeating: 0x2E, count: 100_000), "other.log")
        // Whoever opens a file with a lease waits until it is given up, or taken away after 45 s (fcntl(2)).
        let lease = unsafe open(slow, O_RDWR | O_CLOEXEC)
        defer { close(lease) }
        #expect(fcntl(lease, 10, SIGURG) == 0 && fcntl(lease, 1_024, CInt(F_WRLCK)) == 0)
        let start = ContinuousClock.now
        let report = try fixture.audit(chunkSize: 1_000).scan([slow, other], threads: 2) { progress in
            if progress.files == 1 { _ = fcntl(lease, 1_024, CInt(F_UNLCK)) }
        }
        #expect(report.verdict == .clean && report.searchedBytes == 200_000)
        #expect(start.duration(to: .now) < .seconds(30))
    }

    @Test("The standard input that is named twice is searched once") func readsStandardInputOnce() async {
        await #expect(processExitsWith: .success) {
            let fixture = try AuditFixture.withEachKind()
            let input = unsafe open(try fixture.log("a \(SampleValues().pushToken)"), O_RDONLY)
            guard dup2(input, STDIN_FILENO) == STDIN_FILENO else { exit(1) }
            let report = try fixture.audit().scan(["-", "-"])
            exit(report.findings.count == 1 && report.unreadFiles.isEmpty ? 0 : 2)
        }
    }

    @Test("The progress counts up to all bytes and all files") func tellsProgress() throws {
        let files = try (0..<5).map { try fixture.log([UInt8](repeating: 0x2E, count: 100_000), "\($0).log") }
        let last = Lock((bytes: 0, files: 0, count: 0))
        let report = try fixture.audit(chunkSize: 1_000).scan(files) { progress in
            last.withLock { last in
                last = (max(last.bytes, progress.bytes), max(last.files, progress.files), last.count + 1)
            }
        }
        let (bytes, done, count) = last.withLock { ($0.bytes, $0.files, $0.count) }
        #expect(bytes == 500_000 && report.searchedBytes == bytes && done == 5)
        #expect(count > 10)
    }
}

import Foundation
import Glibc
import LeakAudit
import SessionVault
import Testing

@Suite("Reading logs") struct ReadingTests {
    let fixture: AuditFixture
    let values = SampleValues()
    let leak: [UInt8]

    init() throws {
        fixture = try AuditFixture.withEachKind()
        leak = Array("first line\nsecond \(values.accessToken) line\n".utf8)
    }

    private func check(_ report: LeakReport, _ verdict: LeakReport.Verdict, _ reasons: [UnreadFile.Reason]) {
        #expect(report.verdict == verdict)
        #expect(report.unreadFiles.map(\.reason) == reasons)
    }

    private func checkLeak(_ report: LeakReport) {
        check(report, .leaks, [])
        #expect(
            report.findings.map { Expected($0) } == [Expected(2, 18..<52, .accessToken, .whole, "raw")])
    }

    @Test("L14: gzip is unpacked: lines and bytes are those of the text") func readsGzip() throws {
        checkLeak(try fixture.scan(try fixture.gzip(leak)))
    }

    @Test("L14: gzip of several members is one text, also with a value across their seam", arguments: 0..<40)
    func readsMembers(cut: Int) throws {
        let first = try Tool.run("gzip", ["-c", try fixture.log(Array(leak[..<(cut + 16)]), "1")])
        let empty = try Tool.run("gzip", ["-c", try fixture.log([], "2")])
        let second = try Tool.run("gzip", ["-1c", try fixture.log(Array(leak[(cut + 16)...]), "3")])
        checkLeak(try fixture.scan(try fixture.log(first + empty + second, "members.gz")))
    }

    @Test("L14: gzip that is cut off is searched as far as it goes, and named") func readsCutGzip() throws {
        let noise = (0..<20_000).map { _ in UInt8.random(in: 33...126) }
        let packed = try Tool.run("gzip", ["-c", try fixture.log(leak + noise)])
        for length in [packed.count - 1, packed.count - 9, packed.count / 2] {
            let report = try fixture.scan(try fixture.log(Array(packed[..<length]), "cut.gz"))
            check(report, .leaks, [.brokenCompression])
            #expect(report.findings.map(\.line) == [2])
        }
        for length in 2..<10 {
            let report = try fixture.scan(try fixture.log(Array(packed[..<length]), "cut.gz"))
            check(report, .undecided, [.brokenCompression])
        }
    }

    @Test("L14: corrupted gzip is searched up to the damage, and never called clean") func readsDamagedGzip() throws {
        let noise = (0..<20_000).map { _ in UInt8.random(in: 33...126) }
        var packed = try Tool.run("gzip", ["-c", try fixture.log(leak + noise)])
        packed[packed.count - 6] ^= 1
        let report = try fixture.scan(try fixture.log(packed, "crc.gz"))
        check(report, .leaks, [.brokenCompression])
        #expect(report.findings.count == 1)
        for place in stride(from: 2, to: 100, by: 7) {
            var damaged = try Tool.run("gzip", ["-nc", try fixture.log(noise)])
            damaged[place == 9 ? 3 : place] ^= 0xFF
            #expect(try fixture.scan(try fixture.log(damaged, "damaged.gz")).verdict != .leaks)
        }
        let trailing = try Tool.run("gzip", ["-c", try fixture.log(leak)]) + Array("and more".utf8)
        check(try fixture.scan(try fixture.log(trailing, "trailing.gz")), .leaks, [.brokenCompression])
    }

    @Test("Text that begins as gzip does is text", arguments: [[0x1F], [0x1F, 0x0A], [0x1F, 0x8C], [0x8B, 0x1F]])
    func readsTextLikeGzip(start: [UInt8]) throws {
        let report = try fixture.scan(try fixture.log(start + leak))
        check(report, .leaks, [])
        #expect(report.findings.map(\.bytes.lowerBound) == [18 + start.count])
        check(try fixture.scan(try fixture.log(start)), .clean, [])
    }

    @Test("An empty log is clean") func readsEmptyFile() throws {
        let report = try fixture.scan(try fixture.log([]))
        check(report, .clean, [])
        #expect(report.searchedBytes == 0 && report.searchedValues == 4)
        check(try fixture.scan(try fixture.gzip([])), .clean, [])
    }

    @Test("What can't be read is named with its reason, and the other files are searched")
    func namesUnreadFiles() throws {
        let file = try fixture.log(leak)
        let report = try fixture.scan(
            fixture.folder + "/none.log", fixture.folder, file, file + "/below", "", "/dev/zero", "/dev/full")
        check(report, .leaks, [.absent, .folder, .absent, .absent, .special, .special])
        #expect(report.findings.map(\.file) == [file])
        check(try fixture.scan(fixture.folder), .undecided, [.folder])
    }

    @Test("A file that others may not read is named as denied", .enabled(if: FileUser.canChange))
    func namesDeniedFiles() throws {
        let file = try fixture.log(leak)
        try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: file)
        let audit = try LeakAudit(of: fixture.vault)
        let report = FileUser.asNobody { audit.scan([file]) }
        check(report, .undecided, [.denied])
    }

    @Test("A pipe is read to its end, however slowly it is written") func readsPipes() async throws {
        let path = fixture.folder + "/pipe"
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let pieces = leak
        let writer = Thread {
            guard let file = FileHandle(forWritingAtPath: path) else { return }
            for byte in pieces { file.write(Data([byte])) }
            try? file.close()
        }
        writer.start()
        checkLeak(try fixture.scan(path))
    }

    @Test("The standard input is read as a file is, and is not closed") func readsStandardInput() async {
        await #expect(processExitsWith: .success) {
            let fixture = try AuditFixture.withEachKind()
            let file = try fixture.log(Array("a \(SampleValues().pushToken)".utf8))
            let packed = try fixture.gzip(Array("a \(SampleValues().pushToken)".utf8))
            for path in [file, packed] {
                let input = unsafe open(path, O_RDONLY)
                guard dup2(input, STDIN_FILENO) == STDIN_FILENO else { exit(1) }
                let report = try fixture.scan("-")
                guard report.verdict == .leaks, report.findings.map(\.file) == ["-"] else { exit(2) }
                guard report.findings.map(\.bytes) == [2..<41], fcntl(STDIN_FILENO, F_GETFD) >= 0 else { exit(3) }
            }
            exit(0)
        }
    }

    @Test("A log of 64 MiB in one line takes no more memory than a short one", arguments: [false, true])
    func takesConstantMemory(isPacked: Bool) async {
        await #expect(processExitsWith: .success) { [isPacked] in
            let fixture = try AuditFixture.withEachKind()
            let size: off_t = 64 << 20
            var file = try fixture.log([])
            guard unsafe truncate(file, size) == 0 else { exit(1) }
            if isPacked { file = try fixture.packInPlace(file) }
            let audit = try LeakAudit(of: fixture.vault)
            let short = [try fixture.log(Array("short".utf8), "short.log"), try fixture.log(Array("2".utf8), "2.log")]
            _ = audit.scan(short, threads: 2)
            var before = rusage()
            unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &before)
            let report = audit.scan([file], threads: 2)
            var after = rusage()
            unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &after)
            guard report.verdict == .clean, report.searchedBytes == Int(size) else { exit(2) }
            exit(after.ru_maxrss - before.ru_maxrss < 8 << 10 ? 0 : 3)
        }
    }

    @Test("Of a file that is nothing but leaks, a bounded number is held and the others are counted")
    func boundsFindings() throws {
        let count = LeakAudit.findingLimit + 20
        let text = String(repeating: values.pushToken + "\n", count: count)
        let report = try fixture.scan(try fixture.log(text))
        #expect(report.findings.count == LeakAudit.findingLimit && report.omittedFindings == 20)
        #expect(report.findings.last?.line == LeakAudit.findingLimit)
    }
}

/// Changes which user the files of this thread are opened as; a superuser is never denied anything.
enum FileUser {
    private typealias Change = @convention(c) (uid_t) -> CInt

    private static var change: Change? {
        unsafe dlsym(nil, "setfsuid").map { unsafe unsafeBitCast($0, to: Change.self) }
    }

    static var canChange: Bool { geteuid() != 0 || change != nil }

    static func asNobody<R>(_ body: () -> R) -> R {
        guard geteuid() == 0, let change else { return body() }
        _ = change(65_534)
        defer { _ = change(0) }
        return body()
    }
}

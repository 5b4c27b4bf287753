import Foundation
import Sealing
import SessionVault
import Testing

@testable import LeakAudit

@Suite("One large file, searched by several threads") struct SplitTests {
    let fixture: AuditFixture

    init() throws { fixture = try AuditFixture.withEachKind() }

    /// A generator that gives the same numbers for the same seed (SplitMix64).
    struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// A log in which values, parts of them and shapes stand in all encodings, here closely and there far apart.
    static func text(_ random: inout Seeded, size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        let values = SampleValues().all.map(\.1)
        while bytes.count < size {
            let gap = Int.random(in: 0...9, using: &random) == 0 ? 3_000 : 60
            for _ in 0..<Int.random(in: 0...gap, using: &random) {
                bytes.append(
                    Int.random(in: 0..<40, using: &random) == 0 ? 0x0A : UInt8.random(in: 0x20...0x7E, using: &random))
            }
            let value = values.randomElement(using: &random) ?? ""
            let cut = Int.random(in: 0...3, using: &random)
            let part = cut == 0 ? String(value.prefix(26)) : cut == 1 ? String(value.suffix(26)) : value
            switch Int.random(in: 0...7, using: &random) {
            case 0: bytes += Array("Authorization: Bearer abcdefghijklmnopqrstuvwxyz012345 ".utf8)
            case 1: bytes += Array(" card 4929123456789015 \n".utf8)
            default: bytes += Encoding.allCases.randomElement(using: &random).map { $0.encode(part).bytes } ?? []
            }
        }
        return bytes
    }

    func description(_ report: LeakReport) -> [String] {
        report.findings.map { "\($0.id) \($0.line) \($0.bytes) \($0.encoding) \($0.extent) \($0.value)" }
            + report.shapes.map { "\($0.id) \($0.line) \($0.bytes) \($0.shape)" }
            + ["\(report.searchedBytes) \(report.omittedFindings) \(report.omittedShapes)"]
    }

    @Test(
        "However a file is split, the findings, their ids, lines and order are those of one search from beginning to end",
        arguments: 0..<24)
    func findsTheSame(round: Int) throws {
        let seed = UInt64.random(in: 0...(.max))
        var random = Seeded(state: seed)
        let size = Int.random(in: 1_000...120_000, using: &random)
        let file = try fixture.log(Self.text(&random, size: size), "split.log")
        let audit = try fixture.audit(chunkSize: Int.random(in: 32...3_000, using: &random))
        let shapes = round.isMultiple(of: 2)
        let whole = audit.scan([file], shapes: shapes, threads: 1)
        #expect(whole.findings.count > 0)
        for threads in [2, 3, 7] {
            let split = audit.scan([file, file], shapes: shapes, threads: threads)
            let half = LeakReport.half(of: split)
            #expect(description(half) == description(whole), "seed \(seed), \(threads) threads")
        }
    }

    @Test("A split file has as many stretches as it has room for, and one that is packed or small is not split")
    func splits() throws {
        let search = WindowSearch(try fixture.audit().index, chunkSize: 1_000, findsShapes: false)
        let own = OwnFiles(vault: fixture.vault)
        func stretches(_ file: String) -> Int? { SplitFile(file, search, limit: 1, refusing: own)?.stretches }
        let least = search.size + search.step
        #expect(stretches(try fixture.log([UInt8](repeating: 0x2E, count: least - 1))) == nil)
        #expect(stretches(try fixture.log([UInt8](repeating: 0x2E, count: least))) == 3)
        #expect(stretches(try fixture.log([UInt8](repeating: 0x2E, count: least + 3 * search.step - 1))) == 5)
        #expect(stretches(try fixture.log([0x1F, 0x8B] + [UInt8](repeating: 0x2E, count: least))) == nil)
        #expect(stretches(fixture.folder) == nil && stretches(fixture.folder + "/none") == nil && stretches("-") == nil)
    }

    @Test("A file that grows or shrinks while it is searched is searched as far as it goes") func followsSize() throws {
        let search = WindowSearch(try fixture.audit().index, chunkSize: 1_000, findsShapes: false)
        let own = OwnFiles(vault: fixture.vault)
        let filler = [UInt8](repeating: 0x2E, count: 5 * search.step)
        let value = Array(SampleValues().pushToken.utf8)
        for change in [filler.count + 3 * search.step, search.step] {
            let file = try fixture.log(filler, "changing.log")
            let split = try #require(SplitFile(file, search, limit: 9, refusing: own))
            let end = change > filler.count ? filler.count : change
            #expect(unsafe truncate(file, end) == 0)
            let handle = try FileHandle(forWritingTo: URL(filePath: file))
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(value))
            if change > filler.count { try handle.write(contentsOf: Data(repeating: 0x2E, count: change - end)) }
            var results: [FileScan] = []
            for number in (0..<split.stretches).reversed() {
                if let result = split.search(number, progress: { _ in }) { results.append(result) }
            }
            #expect(results.count == 1)
            #expect(results.first?.places.map(\.bytes) == [end..<(end + value.count)])
        }
    }

    @Test("A file that can't be read beyond some place is searched up to there, also in the stretch that breaks off")
    func searchesBeforeFaults() throws {
        let search = WindowSearch(try fixture.audit().index, chunkSize: 200, findsShapes: true)
        var random = Seeded(state: 7)
        let bytes = Self.text(&random, size: 5 * search.step)
        for limit in stride(from: 1, through: bytes.count + 900, by: 1_511) {
            @Sendable func read(_ target: UnsafeMutableRawBufferPointer, _ place: Int) throws(ReadFault) -> Int {
                guard place < limit else { throw ReadFault(.inputOutput) }
                // A few hundred bytes at a time, as a disk that fails in between gives them.
                let part = bytes[
                    min(place, bytes.count)..<min(bytes.count, place + min(target.count, limit - place, 300))]
                unsafe target.copyBytes(from: part)
                return part.count
            }
            var expected = FileScan(limit: 1_000)
            var fault: UnreadFile.Reason?
            var scan = LogScan(search)
            var place = 0
            do throws(ReadFault) {
                unsafe try scan.run(
                    reading: { (target) throws(ReadFault) in
                        let count = unsafe try read(target, place)
                        place += count
                        return count
                    }, progress: { _ in }, report: { expected.add($0) })
            } catch { fault = error.reason }
            expected.finish(fault)
            let split = unsafe SplitFile(size: bytes.count, search, limit: 1_000) { (target, place) throws(ReadFault) in
                unsafe try read(target, place)
            }
            let found = try #require((0..<split.stretches).shuffled().compactMap { split.search($0) { _ in } }.first)
            #expect(found.places.map(\.bytes) == expected.places.map(\.bytes))
            #expect(found.shapes.map(\.line) == expected.shapes.map(\.line))
            #expect(found.fault == expected.fault && found.searchedBytes == expected.searchedBytes)
            #expect(fault == (limit > bytes.count ? nil : .inputOutput))
        }
    }

    @Test("No stretch is read far ahead of one that takes long, so that few findings wait for their turn")
    func waitsForSlowStretches() throws {
        let search = WindowSearch(try fixture.audit().index, chunkSize: 200, findsShapes: false)
        let count = 100
        let ahead = Lock(0)
        let moved = Condition()
        let split = unsafe SplitFile(size: (count + 1) * search.step, search, limit: 10) {
            (target, place) throws(ReadFault) in
            let number = place / search.step
            if place == 0 {
                ahead.withLock(once: { $0 > 16 }, by: moved, until: .after(.milliseconds(200)), do: { _, _ in })
                ahead.withLock { if $0 <= 16 { $0 = -count } }
            } else {
                ahead.withLock { $0 = max($0, $0 < 0 ? $0 : number) }
                moved.wakeAll()
            }
            guard number <= count else { return 0 }
            unsafe target.initializeMemory(as: UInt8.self, repeating: 0x2E)
            return target.count
        }
        let next = Lock(0)
        DispatchQueue.concurrentPerform(iterations: 3) { _ in
            while true {
                let number = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard number < split.stretches else { return }
                _ = split.search(number) { _ in }
            }
        }
        #expect(ahead.withLock { $0 } < 0)
    }
}

extension LeakReport {
    /// What the first of two reports on the same file says.
    fileprivate static func half(of report: LeakReport) -> LeakReport {
        LeakReport(
            findings: Array(report.findings.prefix(report.findings.count / 2)),
            omittedFindings: report.omittedFindings / 2, shapes: Array(report.shapes.prefix(report.shapes.count / 2)),
            omittedShapes: report.omittedShapes / 2, unreadFiles: report.unreadFiles, uncovered: report.uncovered,
            unreadableRecords: report.unreadableRecords, searchedValues: report.searchedValues,
            searchedBytes: report.searchedBytes / 2)
    }
}

import Glibc
@_spi(Benchmarks) import SafeLogging

/// What it costs to search a log line for live secrets, and what of a log the masks fall on.
enum ScrubSuite: Suite {
    static let name = "scrub"
    static let summary = "a log line of 186 bytes with 1,000 live secrets, beside libhyperscan; false masks and recall"

    private static let lineSize = 186

    static func compare(_ bench: Bench) throws {
        let folder = TemporaryFolder.make(in: "/dev/shm")
        defer { TemporaryFolder.remove(folder) }
        let literals = Literals(bench.isSmoke ? 100 : 1_000)
        for number in literals.secrets.indices { ScrubberProbe.publish(literals.secret(number)) }
        let size = bench.isSmoke ? 1 << 18 : 4 << 20
        guard let clean = try Corpus(size, in: folder) else {
            return bench.skip("scrub a line", because: "python3 or Tests/Tools/realistic_log.py is missing")
        }
        lines(bench, literals, clean)
        bench.tell("false masks in a clean log", in: "per MB", note: "nothing in the log is a secret") {
            falseMasks(clean)
        }
        guard let planted = try Corpus(size, in: folder, planting: Array(literals.secrets.prefix(100))) else { return }
        let missed = missed(planted)
        let forms = Set(missed.map(\.form)).sorted().joined(separator: ", ")
        bench.tell(
            "planted secrets that are masked whole", in: "%", reach: .atLeast(100),
            note: "100 secrets in 18 forms each" + (forms.isEmpty ? "" : ", not in: \(forms)")
        ) { 100 * Double(planted.planted.count - missed.count) / Double(planted.planted.count) }
    }

    private static func lines(_ bench: Bench, _ literals: Literals, _ corpus: Corpus) {
        let name = "scrub a line of \(lineSize) bytes"
        guard bench.wants(name) else { return }
        guard let hyperscan = Hyperscan(literals.forms) else {
            return bench.skip(name, because: "libhyperscan5 is not installed")
        }
        let lines = corpus.bytes.split(separator: 0x0A).filter { $0.count >= lineSize }.prefix(1_000)
            .map { Array($0.prefix(lineSize)) }
        var (ours, theirs) = (0, 0)
        bench.measure(
            Comparison(
                name: name, peer: "libhyperscan in block mode, a call a line, 9 literals a secret", reach: 1,
                ours: { times in
                    for _ in 0..<times {
                        precondition(!ScrubberProbe.scrub(lines[ours]).isEmpty)
                        ours = (ours + 1) % lines.count
                    }
                },
                theirs: { times in
                    for _ in 0..<times {
                        precondition(unsafe lines[theirs].withUnsafeBytes { unsafe hyperscan.count(in: $0) } == 0)
                        theirs = (theirs + 1) % lines.count
                    }
                }))
    }

    private static func falseMasks(_ corpus: Corpus) -> Double {
        var masks = 0
        for line in corpus.bytes.split(separator: 0x0A) { masks += ScrubberProbe.masks(in: Array(line)).count }
        return Double(masks) * 1_000_000 / Double(corpus.bytes.count)
    }

    /// Which planted places no mask covers whole; each is looked at in the midst of its line and those beside it.
    private static func missed(_ corpus: Corpus) -> [Corpus.Planted] {
        let around = 512
        return corpus.planted.filter { place in
            let start = max(0, place.start - around)
            let text = Array(corpus.bytes[start..<min(corpus.bytes.count, place.end + around)])
            let own = (place.start - start)..<(place.end - start)
            return !ScrubberProbe.masks(in: text)
                .contains { $0.lowerBound <= own.lowerBound && $0.upperBound >= own.upperBound }
        }
    }
}

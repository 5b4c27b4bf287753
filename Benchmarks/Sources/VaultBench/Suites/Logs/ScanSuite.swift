import Glibc
@_spi(Benchmarks) import LeakAudit
import SessionVault

/// How fast logs are searched for what a vault holds: a realistic log on one thread, beside searches for the same secrets in
/// nine forms each, and logs of one sort each on all processors, beside counting their lines.
///
/// Ours reads the file, which lies in memory, and finds each secret in every encoding, in part, and in encodings of encodings;
/// libhyperscan is handed the text and finds nine literals a secret.
enum ScanSuite: Suite {
    static let name = "scan"
    static let summary =
        "searching a log for 1,000 and 10,000 secrets in all encodings; beside libhyperscan, ripgrep and counting lines"

    static func compare(_ bench: Bench) throws {
        let folder = TemporaryFolder.make(in: "/dev/shm")
        defer { TemporaryFolder.remove(folder) }
        let size = bench.isSmoke ? 1 << 20 : bench.logSize
        let few = try Search(for: bench.isSmoke ? 100 : 1_000, in: folder)
        if let corpus = try Corpus(size, in: folder) {
            let label = "search \(size >> 20) MiB, \(few.literals.secrets.count) secrets"
            besideHyperscan(bench, few, corpus, label)
            besideRipgrep(bench, few, corpus, folder, label)
            bench.measure(
                Comparison(
                    name: "\(label), beside lines", peer: "count the lines", reach: 2, ours: few.scanning(corpus),
                    theirs: { times in for _ in 0..<times { precondition(LineCount.ofFile(corpus.path) > 0) } },
                    roundLimit: 30))
            besideOneThread(bench, few, corpus, label)
            try withMany(bench, corpus, folder)
            unsafe unlink(corpus.path)
        } else {
            bench.skip("search a realistic log", because: "python3 or Tests/Tools/realistic_log.py is missing")
        }
        for sort in LogSample.allCases { sample(bench, few.audit, sort, "\(folder)/\(sort).log") }
    }

    /// An audit of a vault with made-up secrets.
    private struct Search {
        let literals: Literals
        let audit: LeakAudit

        init(for count: Int, in folder: String) throws {
            literals = Literals(count)
            let place = try BenchVault(in: folder, name: "\(count)")
            try literals.store(in: place.vault)
            audit = try LeakAudit(of: place.vault)
        }

        func scanning(_ corpus: Corpus, onThreads threads: Int = 1) -> (Int) -> Void {
            { times in
                for _ in 0..<times {
                    precondition(audit.scan([corpus.path], onThreads: threads).verdict == .clean)
                }
            }
        }
    }

    @discardableResult
    private static func besideHyperscan(_ bench: Bench, _ search: Search, _ corpus: Corpus, _ label: String)
        -> Measurement?
    {
        let name = "\(label), beside hyperscan"
        guard bench.wants(name) else { return nil }
        guard let hyperscan = Hyperscan(search.literals.forms) else {
            bench.skip(name, because: "libhyperscan5 is not installed")
            return nil
        }
        return bench.measure(
            Comparison(
                name: name, peer: "libhyperscan in block mode, 9 literals a secret, text in memory", reach: 1,
                ours: search.scanning(corpus),
                theirs: { times in
                    unsafe corpus.bytes.withUnsafeBytes { text in
                        for _ in 0..<times { precondition(unsafe hyperscan.count(in: text) == 0) }
                    }
                }, roundLimit: 30))
    }

    private static func besideRipgrep(
        _ bench: Bench, _ search: Search, _ corpus: Corpus, _ folder: String, _ label: String
    ) {
        let name = "\(label), beside ripgrep"
        guard bench.wants(name) else { return }
        let patterns = "\(folder)/patterns"
        write(search.literals.forms.joined(separator: [0x0A]), to: patterns)
        guard let ripgrep = Program("rg", ["--no-config", "-a", "-c", "-F", "-f", patterns, corpus.path]) else {
            return bench.skip(name, because: "ripgrep is not installed")
        }
        bench.measure(
            Comparison(
                name: name, peer: "rg -F -f with 9 strings a secret, whole process", reach: 0.04,
                ours: search.scanning(corpus),
                theirs: { times in for _ in 0..<times { precondition(ripgrep.run(mayDeny: true)) } }, roundLimit: 6))
    }

    private static func besideOneThread(_ bench: Bench, _ search: Search, _ corpus: Corpus, _ label: String) {
        let name = "\(label), two threads"
        guard sysconf(CInt(_SC_NPROCESSORS_ONLN)) > 1 else {
            return bench.skip(name, because: "this machine has one processor")
        }
        bench.measure(
            Comparison(
                name: name, peer: "the same on one thread", reach: 0.55,
                ours: search.scanning(corpus, onThreads: 2), theirs: search.scanning(corpus), roundLimit: 20))
    }

    private static func withMany(_ bench: Bench, _ corpus: Corpus, _ folder: String) throws {
        let count = bench.isSmoke ? 1_000 : 10_000
        let label = "search \(corpus.bytes.count >> 20) MiB, \(count) secrets"
        guard bench.wants("\(label), beside hyperscan") else { return }
        guard let found = besideHyperscan(bench, try Search(for: count, in: folder), corpus, label) else { return }
        bench.tell("\(label), rate beside hyperscan", in: "MB/s", reach: .atLeast(1_000), note: "one thread, median") {
            Double(corpus.bytes.count) * 1_000 / found.ours.times.median
        }
    }

    private static func sample(_ bench: Bench, _ audit: LeakAudit, _ sort: LogSample, _ path: String) {
        let name = "search \(sort.rawValue), 4 MiB"
        guard bench.wants(name) else { return }
        write(sort.text(4 << 20), to: path)
        bench.measure(
            Comparison(
                name: name, peer: "count the lines",
                ours: { times in for _ in 0..<times { precondition(audit.scan([path]).verdict == .clean) } },
                theirs: { times in for _ in 0..<times { precondition(LineCount.ofFile(path) > 0) } }, roundLimit: 10))
        unsafe unlink(path)
    }

    private static func write(_ bytes: some Sequence<UInt8>, to path: String) {
        let bytes = Array(bytes)
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        precondition(unsafe Glibc.write(file, bytes, bytes.count) == bytes.count)
        close(file)
    }
}

import Dispatch
import Glibc
import Sealing

/// How far a search has come.
public struct AuditProgress: Sendable {
    /// Files that are done.
    public let files: Int
    /// Bytes that were read and unpacked.
    public let bytes: Int
}

/// Searches logs with several threads, at most as many as there are processors: each takes a file, or a stretch of a large one.
final class ParallelScan: Sendable {
    /// More threads would only hold more memory.
    private static let threadLimit = 64

    private let files: [String]
    private let search: WindowSearch
    private let limit: Int
    private let own: OwnFiles
    private let state: Lock<State>
    private let opened = Condition()
    /// One thread at a time reads the standard input, however often it is named.
    private let standardInput = Lock(())

    /// - Parameter limit: How many places of each class are held of a file.
    init(_ files: [String], _ search: WindowSearch, limit: Int, refusing own: OwnFiles) {
        self.files = files
        self.search = search
        self.limit = limit
        self.own = own
        state = Lock(State(results: Array(repeating: nil, count: files.count)))
    }

    /// What is found in each file, in the files' order.
    ///
    /// - Parameter threads: How many to use, for tests; with one, no file is split.
    func run(threads: Int? = nil, progress: @escaping @Sendable (AuditProgress) -> Void) -> [FileScan] {
        let threads = threads ?? (hasOneTask ? 1 : min(max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))), Self.threadLimit))
        if threads > 1 {
            DispatchQueue.concurrentPerform(iterations: threads) { _ in work(splits: true, progress) }
        } else {
            work(splits: false, progress)
        }
        return state.withLock { $0.results.compactMap(\.self) }
    }

    /// One file that is too small to be split needs no other thread.
    private var hasOneTask: Bool { files.count < 2 && files.allSatisfy { !search.canSplit($0) } }

    private func work(splits: Bool, _ progress: @escaping @Sendable (AuditProgress) -> Void) {
        let count = { (bytes: Int) in progress(self.state.withLock { $0.add(bytes: bytes) }) }
        while let work = take(splits: splits) {
            let result =
                switch work.part {
                case .whole: searchWhole(files[work.file], count)
                case .stretch(let file, let number): file.search(number, progress: count)
                }
            if let result { progress(state.withLock { $0.finish(work.file, result) }) }
        }
    }

    private func take(splits: Bool) -> Work? {
        let next: Work? = state.withLock(
            once: { !$0.mayHaveMore }, by: opened, until: nil, do: { state, _ in state.take(opens: splits) })
        guard splits, let work = next, case .whole = work.part else { return next }
        // Opening a file may take as long as its server likes, so the others go on meanwhile.
        let split = SplitFile(files[work.file], search, limit: limit, refusing: own)
        defer { opened.wakeAll() }
        return state.withLock { $0.begin(split, work) }
    }

    private func searchWhole(_ file: String, _ progress: (Int) -> Void) -> FileScan {
        func scan() -> FileScan {
            var result = FileScan(limit: limit)
            var fault: UnreadFile.Reason?
            do throws(ReadFault) {
                var reader = try LogReader(opening: file, refusing: own)
                var scan = LogScan(search)
                unsafe try scan.run(
                    reading: { (target) throws(ReadFault) in unsafe try reader.read(into: target) },
                    progress: progress, report: { result.add($0) })
            } catch { fault = error.reason }
            result.finish(fault)
            return result
        }
        return file == "-" ? standardInput.withLock { _ in scan() } : scan()
    }

    /// What one thread searches at a time.
    private struct Work {
        enum Part {
            case whole
            case stretch(SplitFile, Int)
        }

        let file: Int
        let part: Part
    }

    private struct State {
        private(set) var results: [FileScan?]
        private var next = 0
        /// Files that are being opened and may have stretches for all.
        private var opening = 0
        /// The files that are being handed out in stretches.
        private var splits: [(split: SplitFile, file: Int, next: Int)] = []
        private var done = 0
        private var bytes = 0

        init(results: [FileScan?]) {
            self.results = results
        }

        /// Whether there is nothing to take now and may be soon.
        var mayHaveMore: Bool { splits.isEmpty && next == results.count && opening > 0 }

        /// A stretch of a file that has some left, or else a file that nobody has taken yet.
        mutating func take(opens: Bool) -> Work? {
            if !splits.isEmpty { return takeStretch() }
            guard next < results.count else { return nil }
            defer { next += 1 }
            if opens { opening += 1 }
            return Work(file: next, part: .whole)
        }

        /// Goes on with a file that was opened, where it has stretches with the first of them.
        mutating func begin(_ split: SplitFile?, _ work: Work) -> Work {
            opening -= 1
            guard let split else { return work }
            splits.insert((split, work.file, 0), at: 0)
            return takeStretch()
        }

        private mutating func takeStretch() -> Work {
            let (split, file, next) = splits[0]
            if next + 1 < split.stretches { splits[0].next += 1 } else { splits.removeFirst() }
            return Work(file: file, part: .stretch(split, next))
        }

        mutating func add(bytes count: Int) -> AuditProgress {
            bytes += count
            return AuditProgress(files: done, bytes: bytes)
        }

        mutating func finish(_ number: Int, _ result: FileScan) -> AuditProgress {
            results[number] = result
            done += 1
            return AuditProgress(files: done, bytes: bytes)
        }
    }
}

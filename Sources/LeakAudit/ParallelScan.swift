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

/// Searches several files at once, one to a thread, at most as many as there are processors.
final class ParallelScan: Sendable {
    /// More threads would only hold more memory.
    private static let threadLimit = 64

    private let files: [String]
    private let state: Lock<State>
    /// One thread at a time reads the standard input, however often it is named.
    private let standardInput = Lock(())

    init(_ files: [String]) {
        self.files = files
        state = Lock(State(results: Array(repeating: nil, count: files.count)))
    }

    /// What `scan` makes of each file, in the files' order.
    ///
    /// `scan` is told how to count the bytes that it has read.
    func run(
        progress: @escaping @Sendable (AuditProgress) -> Void,
        _ scan: @Sendable (_ file: String, _ count: (Int) -> Void) -> FileScan
    ) -> [FileScan] {
        let processors = max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
        let threads = min(files.count, processors, Self.threadLimit)
        if threads > 1 {
            DispatchQueue.concurrentPerform(iterations: threads) { _ in work(progress, scan) }
        } else {
            work(progress, scan)
        }
        return state.withLock { $0.results.compactMap(\.self) }
    }

    private func work(
        _ progress: @escaping @Sendable (AuditProgress) -> Void, _ scan: (String, (Int) -> Void) -> FileScan
    ) {
        while let number = state.withLock({ $0.take() }) {
            let file = files[number]
            func search() -> FileScan {
                scan(file) { count in progress(state.withLock { $0.add(bytes: count) }) }
            }
            let result = file == "-" ? standardInput.withLock { _ in search() } : search()
            progress(state.withLock { $0.finish(number, result) })
        }
    }

    private struct State {
        private(set) var results: [FileScan?]
        private var next = 0
        private var done = 0
        private var bytes = 0

        init(results: [FileScan?]) {
            self.results = results
        }

        /// The number of a file that nobody has taken yet.
        mutating func take() -> Int? {
            guard next < results.count else { return nil }
            defer { next += 1 }
            return next
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

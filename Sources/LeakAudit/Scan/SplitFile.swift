import Sealing

/// A large file whose stretches are searched at once and put together in their order.
///
/// What comes out is what one search from beginning to end finds, since the stretches are the same.
@safe
final class SplitFile: Sendable {
    /// Fills memory from a place in the file, and returns how many bytes came.
    typealias Read = @Sendable (UnsafeMutableRawBufferPointer, Int) throws(ReadFault) -> Int

    private struct State {
        var scan: FileScan
        /// What came before its turn, by number.
        var early: [Int: (finds: WindowSearch.Finds, fault: UnreadFile.Reason?)] = [:]
        var next = 0
        /// What comes behind the end of a file that has shrunk, or behind what can't be read, is nothing.
        var isEnded = false
        var fault: UnreadFile.Reason?
    }

    /// So far ahead of the first one that is not searched yet a stretch may be, so that memory stays bounded however many
    /// findings wait for their turn.
    private static let lead = 16

    /// Stretches to search: all of full size when the file was opened, and what was behind them.
    let stretches: Int
    private let read: Read
    private let search: WindowSearch
    private let state: Lock<State>
    private let moved = Condition()

    /// Nil where the file is too small, packed, or can't be read from anywhere.
    convenience init?(_ file: String, _ search: WindowSearch, limit: Int, refusing own: OwnFiles) {
        guard let source = try? LogSource.large(file, atLeast: search.leastSplit, refusing: own),
            let size = source.size
        else { return nil }
        let shared = SharedSource(source)
        unsafe self.init(size: size, search, limit: limit) { (target, place) throws(ReadFault) in
            unsafe try shared.source.read(into: target, from: place)
        }
    }

    /// A file of at least ``WindowSearch/leastSplit`` bytes.
    init(size: Int, _ search: WindowSearch, limit: Int, reading read: @escaping Read) {
        stretches = (size - search.size) / search.step + 2
        unsafe self.read = read
        self.search = search
        state = Lock(State(scan: FileScan(limit: limit)))
    }

    /// Searches one stretch; whoever searches the last one that is open goes on with what the file has grown by meanwhile.
    ///
    /// Returns what the whole file comes to once nothing is left. The stretches have to be begun in their order.
    func search(_ number: Int, progress: (Int) -> Void) -> FileScan? {
        state.withLock(once: { number <= $0.next + Self.lead }, by: moved, until: nil, do: { _, _ in })
        let (finds, fault) = searchStretch(number, progress)
        guard settle(number, finds, fault) else { return nil }
        if !state.withLock({ $0.isEnded }) { searchGrowth(progress) }
        return state.withLock { state in
            state.scan.finish(state.fault)
            return state.scan
        }
    }

    /// What could be read of a stretch is searched.
    private func searchStretch(
        _ number: Int, _ progress: (Int) -> Void
    ) -> (WindowSearch.Finds, UnreadFile.Reason?) {
        let offset = number * search.step
        let buffer = AlignedBuffer(size: search.size)
        var filled = 0
        var fault: UnreadFile.Reason?
        do throws(ReadFault) {
            while filled < buffer.count {
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[filled...])
                let count = unsafe try read(room, offset + filled)
                guard count > 0 else { break }
                filled += count
            }
        } catch { fault = error.reason }
        let isLast = filled < buffer.count
        progress(isLast ? filled : search.step)
        let finds = unsafe search.finds(in: buffer.span(0..<filled), at: offset, isLast: isLast)
        return (finds, fault)
    }

    private func searchGrowth(_ progress: (Int) -> Void) {
        var place = stretches * search.step
        var scan = LogScan(search, from: place)
        do throws(ReadFault) {
            unsafe try scan.run(
                reading: { (target) throws(ReadFault) in
                    let count = unsafe try read(target, place)
                    place += count
                    return count
                }, progress: progress, report: { finds in state.withLock { $0.scan.add(finds) } })
        } catch {
            let reason = error.reason
            state.withLock { $0.fault = reason }
        }
    }

    /// Takes what a stretch shows; tells whether it was the last that was open.
    private func settle(_ number: Int, _ finds: WindowSearch.Finds, _ fault: UnreadFile.Reason?) -> Bool {
        defer { moved.wakeAll() }
        return state.withLock { state in
            state.early[number] = (finds, fault)
            while let (finds, fault) = state.early.removeValue(forKey: state.next) {
                if !state.isEnded {
                    state.scan.add(finds)
                    state.isEnded = finds.isLast
                    state.fault = fault
                }
                state.next += 1
            }
            return state.next == stretches
        }
    }
}

/// A file that several threads read.
private final class SharedSource: Sendable {
    let source: LogSource

    init(_ source: consuming LogSource) { self.source = source }
}

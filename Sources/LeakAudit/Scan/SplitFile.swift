import Sealing

/// A large file whose stretches are searched at once and put together in their order.
///
/// What comes out is what one search from beginning to end finds, since the stretches are the same.
final class SplitFile: Sendable {
    private struct State {
        var scan: FileScan
        /// What came before its turn, by number.
        var early: [Int: [WindowSearch.Finds]] = [:]
        var next = 0
        /// What comes behind the end of a file that has shrunk is nothing.
        var isEnded = false
        var fault: UnreadFile.Reason?
    }

    /// Stretches of full size; behind them is a rest.
    let windows: Int
    private let source: LogSource
    private let search: WindowSearch
    private let state: Lock<State>

    /// Nil where the file is too small, packed, or can't be read from anywhere.
    init?(_ file: String, _ search: WindowSearch, limit: Int, refusing own: OwnFiles) {
        guard let source = try? LogSource.large(file, atLeast: search.leastSplit, refusing: own),
            let size = source.size
        else { return nil }
        windows = (size - search.size) / search.step + 1
        self.source = source
        self.search = search
        state = Lock(State(scan: FileScan(limit: limit)))
    }

    /// Searches one stretch, or with the number behind the last what follows them, however much that is by now.
    ///
    /// Returns what the whole file comes to once nothing is left.
    func search(_ number: Int, progress: (Int) -> Void) -> FileScan? {
        var finds: [WindowSearch.Finds] = []
        var fault: UnreadFile.Reason?
        do throws(ReadFault) {
            if number < windows {
                finds.append(try searchWindow(number, progress))
            } else {
                try searchRest(progress) { finds.append($0) }
            }
        } catch { fault = error.reason }
        return settle(number, finds, fault)
    }

    private func searchWindow(_ number: Int, _ progress: (Int) -> Void) throws(ReadFault) -> WindowSearch.Finds {
        let offset = number * search.step
        let buffer = AlignedBuffer(size: search.size)
        var filled = 0
        while filled < buffer.count {
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[filled...])
            let count = unsafe try source.read(into: room, from: offset + filled)
            guard count > 0 else { break }
            filled += count
        }
        progress(min(filled, search.step))
        return unsafe search.finds(in: buffer.span(0..<filled), at: offset, isLast: filled < buffer.count)
    }

    private func searchRest(
        _ progress: (Int) -> Void, _ report: (WindowSearch.Finds) -> Void
    ) throws(ReadFault) {
        var place = windows * search.step
        var scan = LogScan(search, from: place)
        unsafe try scan.run(
            reading: { (target) throws(ReadFault) in
                let count = unsafe try source.read(into: target, from: place)
                place += count
                return count
            }, progress: progress, report: report)
    }

    private func settle(_ number: Int, _ finds: [WindowSearch.Finds], _ fault: UnreadFile.Reason?) -> FileScan? {
        state.withLock { state in
            state.early[number] = finds
            state.fault = state.fault ?? fault
            while let finds = state.early.removeValue(forKey: state.next) {
                for find in finds where !state.isEnded {
                    state.scan.add(find)
                    state.isEnded = find.isLast
                }
                state.next += 1
            }
            guard state.next > windows else { return nil }
            state.scan.finish(state.fault)
            return state.scan
        }
    }
}

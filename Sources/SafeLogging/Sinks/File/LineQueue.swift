import Sealing

/// Lines on their way to a file, which another thread writes: whoever logs waits for memory and, for a moment, for room in it.
///
/// What finds no room is dropped. From the first line that is, all are until the writer takes what waits, so that what is
/// missing is missing in one place.
final class LineQueue: Sendable {
    /// Lines in their order, each with its line feed.
    struct Batch: Sendable {
        private(set) var bytes: [UInt8] = []
        /// Where each line ends.
        private(set) var ends: [Int] = []
        /// How many lines were dropped behind these.
        fileprivate(set) var gap = 0

        fileprivate mutating func append(_ line: [UInt8]) {
            bytes += line
            ends.append(bytes.count)
        }

        fileprivate mutating func removeAll() {
            bytes.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
            gap = 0
        }
    }

    private enum Writer {
        case busy
        case idle
        /// It has lines, and waits a moment for more of them.
        case gathering
    }

    private struct State: ~Copyable, Sendable {
        var waiting = Batch()
        /// Lines that came, and of these, those that are written or given up.
        var added = 0
        var settled = 0
        var dropped = 0
        /// A line waited in vain: until the writer gets on, none does.
        var isStalled = false
        var writer = Writer.busy
        /// Somebody waits for the lines: the writer takes them at once.
        var isHurried = false
        var isClosed = false
        /// The process that the writer's thread is part of; a fork has none.
        var thread: UInt64?
    }

    /// How many bytes may wait; as many may be with the writer.
    static let room = 1 << 20
    /// How long lines wait for others, so that a thread need not be woken, and a file not be looked at, for each.
    static let gathering = Duration.milliseconds(2)
    /// How long a line waits for room, and one that may be the last for being written.
    static let bound = Duration.milliseconds(100)

    private let state = Lock(State())
    private let lineCame = Condition()
    private let writerMoved = Condition()

    /// Lines that found no room or could not be written.
    var droppedLines: Int { state.withLock { $0.dropped } }

    /// Takes in a line with its line feed; `start` has to start the writer where there is none.
    ///
    /// - Parameter isUrgent: waits until the line is written, unless others wait in vain.
    func add(_ line: [UInt8], isUrgent: Bool, start: () -> Bool) {
        let deadline = Deadline.after(Self.bound)
        let size = line.count
        let (number, wakes): (Int?, Bool) = state.withLock(
            once: { $0.isStalled || Self.isForked($0) || Self.hasRoom($0, for: size) }, by: writerMoved,
            until: deadline,
            do: { state, isMet in
                Self.notice(forkOf: &state)
                if state.thread == nil, start() { state.thread = ForkWatch.generation }
                guard state.thread != nil, isMet, state.waiting.gap == 0, Self.hasRoom(state, for: size) else {
                    state.isStalled = true
                    state.waiting.gap += 1
                    state.dropped += 1
                    return (nil, false)
                }
                state.waiting.append(line)
                state.added += 1
                if isUrgent || state.waiting.bytes.count > Self.room / 4 { state.isHurried = true }
                let wakes = state.writer == .idle || (state.writer == .gathering && state.isHurried)
                return (state.isStalled ? nil : state.added, wakes)
            })
        if wakes { lineCame.wakeAll() }
        if isUrgent, let number, !wait(for: number, until: deadline) {
            state.withLock { $0.isStalled = $0.isStalled || $0.settled < number }
        }
    }

    /// Waits until all lines so far are written or given up; tells whether they are.
    func flush(until deadline: Deadline) -> Bool {
        let number: Int = state.withLock { state in
            Self.notice(forkOf: &state)
            if state.settled < state.added { state.isHurried = true }
            return state.added
        }
        lineCame.wakeAll()
        return wait(for: number, until: deadline)
    }

    /// Lets the writer end once it has written all lines.
    func close() {
        state.withLock { $0.isClosed = true }
        lineCame.wakeAll()
    }

    /// Waits for lines and exchanges them for `done`, which are written or given up, `failed` of them.
    ///
    /// False where no more will come.
    func exchange(_ done: inout Batch, failed: Int) -> Bool {
        let settled = done.ends.count
        done.removeAll()
        state.withLock { state in
            state.settled += settled
            state.dropped += failed
            state.writer = .idle
            if settled > 0 { state.isStalled = false }
        }
        writerMoved.wakeAll()
        state.withLock(
            once: { $0.isClosed || Self.hasWork($0) }, by: lineCame, until: nil,
            do: { state, _ in state.writer = .gathering })
        let goesOn: Bool = state.withLock(
            once: { $0.isClosed || $0.isHurried || $0.waiting.gap > 0 }, by: lineCame, until: .after(Self.gathering),
            do: { state, _ in
                (state.writer, state.isHurried) = (.busy, false)
                guard Self.hasWork(state) else { return false }
                swap(&done, &state.waiting)
                state.isStalled = false
                return true
            })
        if goesOn { writerMoved.wakeAll() }
        return goesOn
    }

    /// Keeps every other thread out while this process forks.
    func hold() { state.hold { _ in } }

    func release() { state.release { _ in } }

    /// Makes the queue usable in the child, which has none of the threads that used it.
    func renew() {
        state.renew { _ in }
        lineCame.renew()
        writerMoved.renew()
    }

    private func wait(for number: Int, until deadline: Deadline) -> Bool {
        state.withLock(once: { $0.settled >= number }, by: writerMoved, until: deadline, do: { _, isMet in isMet })
    }

    private static func hasWork(_ state: borrowing State) -> Bool {
        !state.waiting.ends.isEmpty || state.waiting.gap > 0
    }

    private static func hasRoom(_ state: borrowing State, for size: Int) -> Bool {
        state.waiting.bytes.isEmpty || state.waiting.bytes.count + size <= room
    }

    private static func isForked(_ state: borrowing State) -> Bool {
        state.thread.map { $0 != ForkWatch.generation } ?? false
    }

    /// A child of the process that logged so far has the lines that its parent still writes, and no thread for its own.
    private static func notice(forkOf state: inout State) {
        guard isForked(state) else { return }
        state.waiting.removeAll()
        state.settled = state.added
        state.isStalled = false
        state.isHurried = false
        state.thread = nil
    }
}

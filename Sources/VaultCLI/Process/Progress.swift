import Sealing

/// Says what takes so long, on a terminal's standard error, where a step takes over a second.
enum Progress {
    static func during<R: ~Copyable, E: Error>(
        _ what: StaticString, _ console: Console, _ body: () throws(E) -> R
    ) throws(E) -> R {
        try counting(what, of: nil, console) { (_) throws(E) in try body() }
    }

    /// Also says how far the step is, as `body` reports it.
    static func counting<R: ~Copyable, E: Error>(
        _ what: StaticString, of total: Int?, _ console: Console, _ body: ((Int) -> Void) throws(E) -> R
    ) throws(E) -> R {
        try telling(what, console) { (tell) throws(E) in
            try body { count in
                tell(total.map { "\(Wording.number(count)) of \(Wording.number($0)) " } ?? "")
            }
        }
    }

    /// Also says what `body` tells, on whichever thread.
    static func telling<R: ~Copyable, E: Error>(
        _ what: StaticString, _ console: Console, _ body: (@escaping @Sendable (String) -> Void) throws(E) -> R
    ) throws(E) -> R {
        guard console.showsProgress else { return try body { _ in } }
        let notice = Notice(what)
        let clock = Task.detached {
            try await Task.sleep(for: .seconds(1))
            notice.show()
        }
        defer {
            clock.cancel()
            notice.clear()
        }
        return try body { notice.update($0) }
    }

    /// A line that is shown and taken away, or never shown.
    private final class Notice: Sendable {
        private enum Stage { case waiting, shown, over }
        private let text: StaticString
        private let state = Lock((stage: Stage.waiting, count: ""))

        init(_ text: StaticString) {
            self.text = text
        }

        func show() {
            state.withLock { state in
                guard state.stage == .waiting else { return }
                state.stage = .shown
                write(state.count)
            }
        }

        func update(_ count: String) {
            state.withLock { state in
                state.count = count
                if state.stage == .shown { write(count) }
            }
        }

        private func write(_ count: String) {
            FileOutput.write("\r\u{1B}[K\(text) \(count)…", to: 2)
        }

        func clear() {
            state.withLock { state in
                if state.stage == .shown { FileOutput.write("\r\u{1B}[K", to: 2) }
                state.stage = .over
            }
        }
    }
}

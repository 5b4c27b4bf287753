import Synchronization

/// Says what takes so long, on a terminal's standard error, where a step takes over a second.
enum Progress {
    static func during<R: ~Copyable, E: Error>(
        _ what: StaticString, _ console: Console, _ body: () throws(E) -> R
    ) throws(E) -> R {
        guard console.showsProgress else { return try body() }
        let notice = Notice(what)
        let clock = Task.detached {
            try await Task.sleep(for: .seconds(1))
            notice.show()
        }
        defer {
            clock.cancel()
            notice.clear()
        }
        return try body()
    }

    /// A line that is shown once and taken away, or never shown.
    private final class Notice: Sendable {
        private enum State { case waiting, shown, over }
        private let text: StaticString
        private let state = Mutex(State.waiting)

        init(_ text: StaticString) {
            self.text = text
        }

        func show() {
            state.withLock { state in
                guard state == .waiting else { return }
                state = .shown
                FileOutput.write("\(text) …", to: 2)
            }
        }

        func clear() {
            state.withLock { state in
                if state == .shown { FileOutput.write("\r\u{1B}[K", to: 2) }
                state = .over
            }
        }
    }
}

import Glibc
import SafeLogging
import Sealing
import Synchronization

/// Eight threads that log to one file, which is rotated and moved away meanwhile, beside sinks that come and go.
final class Crowd: Sendable {
    private let path: String
    private let sink: FileSink
    private let log: SafeLogger
    private let isOver = Atomic(false)
    private let running = Atomic(0)

    private init(_ path: String) throws {
        self.path = path
        sink = try FileSink(path: path, rotationSize: 100_000, keptFiles: 2)
        log = SafeLogger(category: "crowd", minimumLevel: .debug, sinks: [sink])
    }

    /// Prints how many threads there were, once all have ended.
    static func run(_ path: String, seconds: UInt32) throws {
        let crowd = try Crowd(path)
        var threads = 0
        for number in 0..<8 where crowd.start({ crowd.write(number) }) { threads += 1 }
        for body in [crowd.moveAway, crowd.comeAndGo] where crowd.start(body) { threads += 1 }
        sleep(seconds)
        crowd.isOver.store(true, ordering: .relaxed)
        while crowd.running.load(ordering: .acquiring) > 0 { usleep(1_000) }
        crowd.sink.flush()
        print("threads \(threads)")
    }

    private func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        running.add(1, ordering: .relaxed)
        let isStarted = DedicatedThread.run {
            while !self.isOver.load(ordering: .relaxed) { body() }
            self.running.subtract(1, ordering: .releasing)
        }
        if !isStarted { running.subtract(1, ordering: .relaxed) }
        return isStarted
    }

    private func write(_ number: Int) {
        for line in 0..<64 { log.info("thread \(number, privacy: .public) line \(line, privacy: .public)") }
        log.error("thread \(number, privacy: .public)")
        if number == 0 { sink.flush(within: .milliseconds(1)) }
    }

    private func moveAway() {
        usleep(2_000)
        _ = unsafe rename(path, path + ".moved")
    }

    private func comeAndGo() {
        guard let other = try? FileSink(path: path, rotationSize: 100_000, keptFiles: 2) else { return }
        log.with(category: "other").info("a sink more")
        SafeLogger(category: "other", sinks: [other]).info("from it")
    }
}

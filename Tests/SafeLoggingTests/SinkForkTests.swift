import Glibc
import Sealing
import Synchronization
import TestSupport
import Testing

@testable import SafeLogging

/// A child process that is a fork, not a new program: Swift hides the call, which embedders make all the same.
enum Fork {
    /// Runs `body` in a child that then ends as a program does; returns its id, or nil where there is none.
    static func run(_ body: () -> Void) -> pid_t? {
        guard let symbol = unsafe dlsym(nil, "fork") else { return nil }
        let child = unsafe unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
        guard child == 0 else { return child > 0 ? child : nil }
        // A child that hangs or traps ends by these.
        for fatal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV] { signal(fatal, SIG_DFL) }
        var late = sigset_t()
        unsafe sigemptyset(&late)
        unsafe sigaddset(&late, SIGALRM)
        unsafe pthread_sigmask(SIG_UNBLOCK, &late, nil)
        alarm(10)
        body()
        exit(EXIT_SUCCESS)
    }

    /// Tells whether the child ended by itself.
    static func wait(_ child: pid_t?) -> Bool {
        var status: CInt = -1
        guard let child, unsafe waitpid(child, &status, 0) == child else { return false }
        return status == 0
    }
}

@Suite("Log files and forks", .enabled(if: !Sanitizer.isActive)) struct SinkForkTests {
    @Test("A forked child neither writes the lines that wait in its parent nor waits for them when it ends")
    func leavesLinesAlone() async {
        await #expect(processExitsWith: .success) {
            let stuck = StuckFile()
            let sink = stuck.sink()
            for number in 0..<20 { sink.write(StuckFileTests.record("\(number)")) }
            var isAlone = false
            let time = ContinuousClock().measure {
                isAlone = Fork.wait(Fork.run { if !sink.flush(within: .zero) { _exit(1) } })
            }
            let lines = stuck.release(sink)
            exit(isAlone && time < LiveQueues.bound && lines == (0..<20).map { "T INFO t: \($0)" } ? 0 : 1)
        }
    }

    @Test("A forked child logs to its parent's file, and no line of either is lost or doubled") func logsInBoth() async
    {
        await #expect(processExitsWith: .success) {
            let directory = ScratchDirectory()
            let sink = try FileSink(path: directory.path + "/log")
            func write(_ name: String) {
                for number in 0..<500 { sink.write(StuckFileTests.record("\(name) \(number)")) }
            }
            write("before")
            let child = Fork.run { write("child") }
            write("after")
            let isEnded = Fork.wait(child)
            sink.flush(within: .seconds(60))
            let lines = directory.lines(of: "log")
            let expected = ["before", "child", "after"].flatMap { name in (0..<500).map { "T INFO t: \(name) \($0)" } }
            exit(isEnded && lines.count == 1_500 && Set(lines) == Set(expected) ? 0 : 1)
        }
    }

    @Test(
        "A child that is forked before the first line opens the file for itself, since it would share its parent's lock"
    )
    func opensForItself() async {
        await #expect(processExitsWith: .success) {
            let directory = ScratchDirectory()
            let path = directory.path + "/log"
            let sink = try FileSink(path: path)
            let child = Fork.run {
                sink.write(StuckFileTests.record("child"))
                if !sink.flush(within: .seconds(5)) { _exit(1) }
            }
            guard Fork.wait(child), directory.lines(of: "log") == ["T INFO t: child"] else { exit(1) }
            var file = stat()
            unsafe stat(path, &file)
            // Where it was shared, the child's line has moved it on.
            let offsets = (CInt(3)..<256).compactMap { descriptor -> off_t? in
                var status = stat()
                guard unsafe fstat(descriptor, &status) == 0, status.st_ino == file.st_ino else { return nil }
                return lseek(descriptor, 0, SEEK_CUR)
            }
            guard offsets == [0] else { exit(2) }
            sink.write(StuckFileTests.record("parent"))
            exit(sink.flush(within: .seconds(5)) && directory.lines(of: "log").count == 2 ? 0 : 3)
        }
    }

    @Test("A child that is forked while threads log can log and end, whatever they were just doing")
    func forksAtAnyMoment() async {
        await #expect(processExitsWith: .success) {
            let directory = ScratchDirectory()
            let sink = try FileSink(path: directory.path + "/log", rotationSize: 1 << 20, keptFiles: 1)
            let nowhere = unsafe open("/dev/null", O_WRONLY)
            let logger = SafeLogger(category: "t", sinks: [sink, StandardErrorSink(stream: nowhere)])
            @Sendable func work(_ number: Int) {
                let secret = SecretBytes(utf8: "made-up-secret-of-thread-\(number)")
                KnownSecrets.publish(secret, as: .other)
                logger.error("parent")
                KnownSecrets.withdraw(secret)
            }
            // Swift's runtime makes its type metadata at first use, under locks of its own that no fork renews.
            for number in 0..<3 { work(number) }
            let isDone = Atomic(false)
            let threads = (0..<3).filter { number in
                DedicatedThread.run { while !isDone.load(ordering: .relaxed) { work(number) } }
            }
            var isFine = threads.count == 3
            for _ in 0..<300 where isFine { isFine = Fork.wait(Fork.run { logger.error("child") }) }
            isDone.store(true, ordering: .relaxed)
            _exit(isFine ? 0 : 1)
        }
    }
}

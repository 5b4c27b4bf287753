import Sealing

/// What threads of a test found wrong; an expectation that fails off the test's own task would not count.
final class Misses: Sendable {
    private let found = Lock<[String]>([])

    func add(_ text: String) { found.withLock { $0.append(text) } }

    var all: [String] { found.withLock { $0 } }
}

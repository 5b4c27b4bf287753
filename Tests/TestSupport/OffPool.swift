import Foundation

/// Runs what blocks on a thread of its own, since the few threads of Swift concurrency belong to the code under test.
package enum OffPool {
    /// Runs `body` and returns what it does.
    package static func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
        }
    }
}

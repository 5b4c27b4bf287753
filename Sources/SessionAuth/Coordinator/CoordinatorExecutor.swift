import Dispatch

/// Runs the coordinator on a queue of its own, so that the vault's flushes to the disk block no thread of the
/// cooperative pool.
final class CoordinatorExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "sessionvault.coordinator")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

/// Where a coordinator runs, and the tasks that it begins.
///
/// A test that brings its own decides what runs next.
package struct CoordinatorExecutors: Sendable {
    let coordinator: any SerialExecutor
    let tasks: (any TaskExecutor)?

    package init(coordinator: any SerialExecutor, tasks: (any TaskExecutor)?) {
        self.coordinator = coordinator
        self.tasks = tasks
    }

    static var usual: CoordinatorExecutors {
        CoordinatorExecutors(coordinator: CoordinatorExecutor(), tasks: nil)
    }
}

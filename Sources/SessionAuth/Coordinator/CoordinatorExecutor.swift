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

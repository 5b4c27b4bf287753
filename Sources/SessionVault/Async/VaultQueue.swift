import Dispatch

/// The thread that a vault's asynchronous calls run on, so that no flush to the disk blocks Swift's pool.
actor VaultQueue {
    /// Where vaults are made and opened that have no queue yet: deriving a key from a passphrase takes a second.
    static let opening = VaultQueue()

    private let executor = VaultExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    func run<R: ~Copyable & Sendable>(_ body: @Sendable () throws(VaultError) -> R) throws(VaultError) -> R {
        try body()
    }
}

private final class VaultExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "sessionvault.vault")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

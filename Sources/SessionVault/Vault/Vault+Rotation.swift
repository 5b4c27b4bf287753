extension Vault {
    /// Seals everything under new keys.
    ///
    /// From the first step on, every write takes the new keys. Then records are sealed anew, in transactions of at most
    /// 256, each flushed to the disk; other processes go on reading and writing meanwhile. A rotation that was cut off is
    /// finished by the next call, which then begins no other. When no record needs the old keys, they are erased.
    ///
    /// - Parameter progress: is told after each transaction how many records are sealed anew.
    /// - Returns: how many records stay under older keys since they do not open; their keys are kept.
    @discardableResult
    public func rotate(progress: (Int) -> Void = { _ in }) throws(VaultError) -> Int {
        if try !isRotationUnfinished() { try beginEpoch() }
        let left = try resealOldRecords(progress)
        if left == 0 { try eraseOldEpochs() }
        store.purge()
        return left
    }

    /// Tells whether a rotation was cut off: keys of an older epoch are still there.
    public func isRotationUnfinished() throws(VaultError) -> Bool {
        try store.snapshot { (store) throws(VaultError) in
            try currentKeys(for: store).content.keys.count { $0 != Epoch.names } > 1
        }
    }

    private static let batchSize = 256

    func beginEpoch() throws(VaultError) {
        try changeHeader { (transaction) throws(VaultError) in
            let keys = transaction.keys
            guard keys.current.content.epoch < UInt32.max - 1 else { throw VaultError(.tooLarge, "no epoch is left") }
            let number = keys.current.content.epoch + 1
            try transaction.store.addEpoch(Epoch.make(number: number, vaultID: vaultID, root: keys.root))
            try transaction.note(JournalEvent(.rotated, number: UInt64(number)))
        }
        try takeUpKeys()
    }

    private func eraseOldEpochs() throws(VaultError) {
        try changeHeader { (transaction) throws(VaultError) in
            let (store, keys) = (transaction.store, transaction.keys)
            let current = keys.current.content.epoch
            guard try store.records(before: current, after: .min, atMost: 1).isEmpty,
                try !store.hasQuarantined(before: current)
            else { return }
            for number in keys.content.keys where number != Epoch.names && number != current {
                try store.removeEpoch(number)
            }
        }
        try takeUpKeys()
    }

    private func resealOldRecords(_ progress: (Int) -> Void) throws(VaultError) -> Int {
        var position = Int64.min
        var resealed = 0
        var left = 0
        while true {
            let (next, done, failed) = try transact { (transaction) throws(VaultError) in
                try transaction.resealBatch(after: position, atMost: Self.batchSize)
            }
            guard let next else { return left }
            position = next
            resealed += done
            left += failed
            progress(resealed)
        }
    }
}

extension VaultTransaction {
    /// Seals the next records of older epochs anew.
    ///
    /// Returns the position of the last one, or nil where there is none.
    fileprivate mutating func resealBatch(after position: Int64, atMost limit: Int) throws(VaultError)
        -> (Int64?, done: Int, failed: Int)
    {
        let batch = try store.records(before: keys.current.content.epoch, after: position, atMost: limit)
        var done = 0
        for (_, old) in batch {
            do throws(VaultError) { try reseal(old) } catch {
                guard [.tampered, .newerFormat].contains(error.code) else { throw error }
                continue
            }
            done += 1
        }
        return (batch.last?.0, done, batch.count - done)
    }
}

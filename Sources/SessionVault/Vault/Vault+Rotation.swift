extension Vault {
    /// What a rotation did.
    public struct Rotation: Sendable, Equatable {
        /// Records that are sealed under the newest keys now, and were not before.
        public let resealedCount: Int
        /// Records that stay under older keys, since they do not open or are of a later version.
        public let leftCount: Int
        /// Tells whether older keys are kept, for those records or for some in quarantine.
        public let keepsOldKeys: Bool
    }

    /// Seals everything under new keys.
    ///
    /// From the first step on, every write takes the new keys. Then records are sealed anew, in transactions of at most 512
    /// and about 4 MiB, each flushed to the disk; other processes go on reading and writing meanwhile. A rotation that was
    /// cut off is finished by the next call, which then begins no other. Old keys that no record needs are erased.
    ///
    /// - Parameter progress: is told after each transaction how many records are sealed anew.
    @discardableResult
    public func rotate(progress: (Int) -> Void = { _ in }) throws(VaultError) -> Rotation {
        if try !isRotationUnfinished() { try beginEpoch() }
        let (resealed, left) = try resealOldRecords(progress)
        let keepsOldKeys = try eraseOldEpochs()
        store.purge()
        return Rotation(resealedCount: resealed, leftCount: left, keepsOldKeys: keepsOldKeys)
    }

    /// Tells whether a rotation was cut off: a record that could be sealed anew still needs older keys.
    public func isRotationUnfinished() throws(VaultError) -> Bool {
        try store.snapshot { (store) throws(VaultError) in
            let keys = try currentKeys(for: store)
            let seal = RecordSeal(keys: keys)
            let current = keys.current.content.epoch
            var position: Int64? = .min
            while let start = position {
                let batch = try store.records(before: current, from: start)
                if batch.contains(where: { seal.canReseal($0.record) }) { return true }
                position = batch.nextPosition
            }
            return false
        }
    }

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

    /// Erases the keys that no record needs; tells whether some are kept.
    private func eraseOldEpochs() throws(VaultError) -> Bool {
        let keepsOldKeys = try changeHeader { (transaction) throws(VaultError) in
            let (store, keys) = (transaction.store, transaction.keys)
            let needed = try store.epochsInUse().union([Epoch.names, keys.current.content.epoch])
            for number in keys.content.keys where !needed.contains(number) { try store.removeEpoch(number) }
            return needed.intersection(keys.content.keys).count > 2
        }
        try takeUpKeys()
        return keepsOldKeys
    }

    private func resealOldRecords(_ progress: (Int) -> Void) throws(VaultError) -> (resealed: Int, left: Int) {
        var position: Int64? = .min
        var resealed = 0
        var left = 0
        while let start = position {
            let (next, done, failed) = try transact { (transaction) throws(VaultError) in
                try transaction.resealBatch(from: start)
            }
            position = next
            resealed += done
            left += failed
            if done + failed > 0 { progress(resealed) }
        }
        return (resealed, left)
    }
}

extension VaultTransaction {
    /// Seals the next records of older epochs anew.
    ///
    /// Returns the position from which to go on, or nil where there is none.
    fileprivate mutating func resealBatch(from position: Int64) throws(VaultError)
        -> (Int64?, done: Int, failed: Int)
    {
        let batch = try store.records(before: keys.current.content.epoch, from: position)
        var done = 0
        for old in batch {
            do throws(VaultError) { try reseal(old) } catch {
                guard [.tampered, .newerFormat].contains(error.code) else { throw error }
                continue
            }
            done += 1
        }
        return (batch.nextPosition, done, batch.count - done)
    }
}

extension [RecordRow] {
    /// Where the next batch begins; nil behind an empty one, and behind the last row that there can be.
    fileprivate var nextPosition: Int64? {
        guard let last, last.number < .max else { return nil }
        return last.number + 1
    }
}

extension Vault {
    /// Puts a fresh root key in the place of the old one, for after a slot's key may have been seen.
    ///
    /// Re-wraps what the root key opens, the epochs, and seals nothing anew: with ``rotate(progress:)`` before or after it,
    /// records get new keys too. Only the slot that `source` opens can be kept, since no other source is at hand. Whoever
    /// has the vault open elsewhere goes on reading until a rotation follows, and has to unlock it again before it can write.
    ///
    /// Runs Argon2id for a passphrase, twice or more, and flushes to the disk as one step.
    ///
    /// - Parameters:
    ///   - source: what opens one of the vault's slots now, and will open the new one.
    ///   - removingOthers: has to be true where there are other slots, which are then gone.
    /// - Returns: the numbers of the slots that are gone.
    /// - Throws: ``VaultError/Code/otherSlots`` where there are other slots and `removingOthers` is false,
    ///   ``VaultError/Code/wrongKey`` where `source` opens no slot that opens everything.
    @discardableResult
    public func replaceRoot(keeping source: borrowing KeySource, removingOthers: Bool = false) throws(VaultError)
        -> [Int64]
    {
        let kept = try ownSlot(of: source)
        let root = SymmetricKey.random()
        let cost = try kept.slot.cost.map { (cost) throws(VaultError) in
            try PassphraseCost(passes: cost.passes, memoryKiB: cost.memoryKiB)
        }
        let slot = try makeSlot(for: source, wrapping: root, scope: .owner, cost: cost ?? .moderate)
        let removed: [StoredSlot]
        do throws(VaultError) {
            removed = try replaceRoot(by: root, slot, keeping: kept.number, removingOthers: removingOthers)
        } catch {
            slot.forgetKey(vaultID: vaultID)
            throw error
        }
        store.purge()
        for old in removed { try? KeySlot(decoding: old.bytes).forgetKey(vaultID: vaultID) }
        return removed.map(\.number).filter { $0 != kept.number }
    }

    /// Returns the slots that are gone, the one that was made anew among them.
    private func replaceRoot(
        by root: borrowing SymmetricKey, _ slot: KeySlot, keeping number: Int64, removingOthers: Bool
    ) throws(VaultError) -> [StoredSlot] {
        let before = try unlockedKeys()
        let removed: [StoredSlot]
        do throws(VaultError) {
            removed = try commitRoot(root, slot, keeping: number, removingOthers: removingOthers)
        } catch {
            adopt(before)
            throw error
        }
        // What the kernel keeps is the old root's, and opens nothing now.
        _ = try? KernelKeyring.forget(vaultID)
        return removed
    }

    private func commitRoot(
        _ root: borrowing SymmetricKey, _ slot: KeySlot, keeping number: Int64, removingOthers: Bool
    ) throws(VaultError) -> [StoredSlot] {
        try commit { (transaction) throws(VaultError) in
            let store = transaction.store
            let old = try store.slots()
            let others = old.map(\.number).filter { $0 != number }
            guard others.isEmpty || removingOthers else { throw VaultError(.otherSlots, path: path) }
            for number in old.map(\.number) { try store.removeSlot(number) }
            try store.addSlot(slot.encoded)
            try requireLastingWayIn(store.slots())
            let renewed = try transaction.rewrapEpochs(under: root, slot: try store.slots().last)
            for number in others {
                try transaction.note(JournalEvent(.slotRemoved, number: UInt64(clamping: number)))
            }
            try transaction.note(JournalEvent(.rootReplaced))
            // Before the lock is given back: another thread's write finds the keys that belong to the new header.
            adopt(renewed)
            return old
        } beginning: { (store) throws(VaultError) in
            let keys = try writingKeys(for: store)
            try Header.verify(store, keys: keys)
            return try VaultTransaction(store, keys: keys)
        }
    }

    private func ownSlot(of source: borrowing KeySource) throws(VaultError) -> (number: Int64, slot: KeySlot) {
        let keys = try unlockedKeys()
        guard source.kind != nil else {
            throw VaultError(
                .invalidArgument, "the kernel's keyring is no slot that could be kept", path: path,
                mend: "Name the slot to keep by its passphrase or key file.")
        }
        var refusal = VaultError(.wrongKey)
        for stored in try store.read({ (store) throws(VaultError) in try store.slots() }) {
            guard let slot = try? KeySlot(decoding: stored.bytes), slot.scope == .owner else { continue }
            do throws(VaultError) {
                let root = try slot.open(
                    with: source, vaultID: vaultID, memoryLimitKiB: options.passphraseMemoryLimitKiB)
                guard let root, root.bytes.equals(keys.root.bytes) else { continue }
                return (stored.number, slot)
            } catch {
                guard error.code == .tooLarge else { throw error }
                refusal = error
            }
        }
        throw refusal.at(path)
    }
}

extension VaultTransaction {
    /// Wraps every epoch's keys under another root, and goes on with its keys.
    fileprivate mutating func rewrapEpochs(under root: borrowing SymmetricKey, slot: StoredSlot?) throws(VaultError)
        -> Keyring
    {
        for (number, content) in keys.content {
            guard let metadata = keys.audit.metadata[number] else { throw Header.damaged }
            try store.removeEpoch(number)
            try store.addEpoch(
                Epoch.wrap(
                    number: number, content: content.key, metadata: metadata.key, vaultID: keys.vaultID, root: root))
        }
        let epochs = try store.epochs()
        let draft = try Keyring(root: root.copy(), vaultID: keys.vaultID, epochs: epochs)
        try Header.rewrite(in: store, keys: draft)
        keys = try Keyring(
            root: root.copy(), vaultID: keys.vaultID, epochs: epochs, headerTag: try store.header().mac, slot: slot)
        return keys
    }
}

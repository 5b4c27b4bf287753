extension Vault {
    /// Adds another way in.
    ///
    /// Runs Argon2id for a passphrase, twice and once for each slot of one, and flushes to the disk.
    ///
    /// The new slot is opened once from its bytes before this returns.
    ///
    /// - Parameter cost: what a passphrase asks of whoever tries it; of no meaning for other sources.
    /// - Returns: the slot's number.
    /// - Throws: ``VaultError/Code/invalidArgument`` where the passphrase, key file or recovery code is that of another slot:
    ///   whoever removed one of the two would not take its key's access away.
    @discardableResult
    public func addSlot(
        for source: borrowing KeySource, cost: PassphraseCost = .moderate
    ) throws(VaultError) -> Int64 {
        try add(try makeSlot(for: source, scope: .owner, cost: cost))
    }

    /// Adds a way in for an auditor, who can inspect the vault and look for its leaks, and can open no body and write
    /// nothing.
    ///
    /// Costs and throws as ``addSlot(for:cost:)`` does.
    ///
    /// - Returns: the slot's number.
    @discardableResult
    public func addAuditorSlot(
        for source: borrowing KeySource, cost: PassphraseCost = .moderate
    ) throws(VaultError) -> Int64 {
        try add(try makeSlot(for: source, scope: .auditor, cost: cost))
    }

    /// Removes a way in.
    ///
    /// Flushes to the disk.
    ///
    /// - Throws: ``VaultError/Code/lastSlot`` for the last one that opens everything, ``VaultError/Code/invalidArgument``
    ///   where there is no slot of that number.
    public func removeSlot(_ number: Int64) throws(VaultError) {
        try changeSlots(adding: nil, removing: number)
        store.purge()
    }

    /// Puts one way in in the place of another, as one step: for a new passphrase.
    ///
    /// The new slot opens what the old one did: an auditor's stays an auditor's.
    ///
    /// Costs and throws as ``addSlot(for:cost:)`` does; the slot that is replaced may have the same key, for another cost.
    ///
    /// - Returns: the new slot's number.
    @discardableResult
    public func replaceSlot(
        _ number: Int64, with source: borrowing KeySource, cost: PassphraseCost = .moderate
    ) throws(VaultError) -> Int64 {
        let scope = try scope(ofSlot: number)
        let added = try add(try makeSlot(for: source, scope: scope, cost: cost, replacing: number), removing: number)
        store.purge()
        return added
    }

    /// Adds a slot; where that fails, its keeper need not keep the key.
    private func add(_ slot: KeySlot, removing number: Int64? = nil) throws(VaultError) -> Int64 {
        do throws(VaultError) { return try changeSlots(adding: slot, removing: number) } catch {
            slot.forgetKey(vaultID: vaultID)
            throw error
        }
    }

    /// A number is given once and never again, so the slot's scope stays what it is.
    private func scope(ofSlot number: Int64) throws(VaultError) -> KeySlot.Scope {
        let slots = try store.read { (store) throws(VaultError) in try store.slots() }
        guard let stored = slots.first(where: { $0.number == number }) else { throw noSuchSlot }
        do throws(VaultError) { return try KeySlot(decoding: stored.bytes).scope } catch { throw error.at(path) }
    }

    private var noSuchSlot: VaultError {
        VaultError(.invalidArgument, "there is no slot of that number", path: path)
    }

    private func makeSlot(
        for source: borrowing KeySource, scope: KeySlot.Scope, cost: PassphraseCost, replacing number: Int64? = nil
    ) throws(VaultError) -> KeySlot {
        try source.requireUsable()
        let keys = try unlockedKeys()
        try requireOwnKey(source, replacing: number)
        let wrapped = scope == .owner ? keys.root.copy() : keys.root.derive(KeyLabel.Root.auditRoot)
        return try makeSlot(for: source, wrapping: wrapped, scope: scope, cost: cost)
    }

    /// Each slot has a key of its own, so that removing it takes that key's access away.
    private func requireOwnKey(_ source: borrowing KeySource, replacing number: Int64?) throws(VaultError) {
        // What a keeper makes is random.
        guard source.keeper == nil else { return }
        let slots = try store.read { (store) throws(VaultError) in try store.slots() }
        for stored in slots where stored.number != number {
            // One that can't be tried, as of a memory beyond the limit, opens nothing here either.
            let slot = try? KeySlot(decoding: stored.bytes)
            let key = try? slot?.open(
                with: source, vaultID: vaultID, memoryLimitKiB: options.passphraseMemoryLimitKiB)
            guard key == nil else {
                throw VaultError(
                    .invalidArgument, "this passphrase, key or code is another slot's already", path: path,
                    mend: "Choose another, so that each slot can be taken away by itself; nothing was changed.")
            }
        }
    }

    /// Makes a slot and opens it from its bytes, before an older way in may go.
    func makeSlot(
        for source: borrowing KeySource, wrapping wrapped: borrowing SymmetricKey, scope: KeySlot.Scope,
        cost: PassphraseCost
    ) throws(VaultError) -> KeySlot {
        let slot = try KeySlot.make(
            for: source, wrapping: wrapped, scope: scope, cost: cost, vaultID: vaultID)
        guard
            let opened = try KeySlot(decoding: slot.encoded).open(
                with: source, vaultID: vaultID, memoryLimitKiB: max(cost.memoryKiB, options.passphraseMemoryLimitKiB)),
            opened.bytes.equals(wrapped.bytes)
        else { throw VaultError(.inputOutput, "the new slot did not open", path: path) }
        return slot
    }

    @discardableResult
    private func changeSlots(adding slot: KeySlot?, removing number: Int64?) throws(VaultError) -> Int64 {
        var own = try unlockedKeys().slot
        var gone: KeySlot?
        let last = try changeHeader { (transaction) throws(VaultError) in
            let store = transaction.store
            if let number {
                guard let old = try store.slots().first(where: { $0.number == number }) else { throw noSuchSlot }
                gone = try? KeySlot(decoding: old.bytes)
                try store.removeSlot(number)
                try transaction.note(JournalEvent(.slotRemoved, number: UInt64(clamping: number)))
            }
            if let slot { try store.addSlot(slot.encoded) }
            let slots = try store.slots()
            if slot != nil {
                try transaction.note(
                    JournalEvent(.slotAdded, number: slots.last.map { UInt64(clamping: $0.number) } ?? 0))
            }
            guard slots.count <= KeySlot.countLimit else {
                throw VaultError(.tooLarge, "a vault may have 16 key slots", path: path)
            }
            try requireLastingWayIn(slots)
            if let number, own?.number == number { own = slot?.scope == .owner ? slots.last : nil }
            return slots.last?.number ?? 0
        }
        try takeUpKeys(slot: own)
        gone?.forgetKey(vaultID: vaultID)
        return last
    }

    /// One slot of an owner stays that no reset of the machine takes away.
    func requireLastingWayIn(_ slots: [StoredSlot]) throws(VaultError) {
        let owners = slots.compactMap { try? KeySlot(decoding: $0.bytes) }.filter { $0.scope == .owner }
        guard !owners.isEmpty else { throw VaultError(.lastSlot, path: path) }
        guard owners.contains(where: { !$0.kind.isVolatile }) else {
            throw VaultError(.lastSlot, "a TPM can be cleared, so it can't be the last way into the vault", path: path)
        }
    }
}

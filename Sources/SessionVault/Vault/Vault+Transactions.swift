extension Vault {
    /// Runs `body` as one durable transaction.
    func transact<R: ~Copyable>(
        _ body: (inout VaultTransaction) throws(VaultError) -> R
    ) throws(VaultError) -> R {
        try commit(body) { (store) throws(VaultError) in
            try VaultTransaction(store, currentKeys: try writingKeys(for: store))
        }
    }

    /// Changes key slots or epochs as one durable transaction, and authenticates the header anew.
    func changeHeader<R: ~Copyable>(
        _ body: (inout VaultTransaction) throws(VaultError) -> R
    ) throws(VaultError) -> R {
        try commit { (transaction) throws(VaultError) in
            let result = try body(&transaction)
            try Header.rewrite(in: transaction.store, keys: transaction.keys)
            return result
        } beginning: { (store) throws(VaultError) in
            let keys = try writingKeys(for: store)
            try Header.verify(store, keys: keys)
            return try VaultTransaction(store, keys: keys)
        }
    }

    /// Runs a transaction with what belongs to each: the journal's refusals before, the manifest after, and when all is
    /// durable, the anchor.
    func commit<R: ~Copyable>(
        _ body: (inout VaultTransaction) throws(VaultError) -> R,
        beginning begin: (any StoreWriter) throws(VaultError) -> VaultTransaction
    ) throws(VaultError) -> R {
        var refused: [JournalEvent] = []
        var state: AnchoredState?
        do throws(VaultError) {
            let newest = try freshness?.newest(of: vaultID)
            let result = try store.write { (store) throws(VaultError) in
                var transaction = try begin(store)
                try freshness?.require(newest, beneath: transaction, at: path)
                refused = refusals.take()
                for refusal in refused { try transaction.note(refusal) }
                let result = try body(&transaction)
                state = try transaction.finish(isAnchored: freshness != nil)
                return result
            }
            if let state { freshness?.advance(to: state, of: vaultID) }
            changes.announce()
            return result
        } catch {
            refusals.putBack(refused)
            throw error
        }
    }
}

import SafeLogging

extension VaultTransaction {
    /// Refuses to go on where the session's token record is gone or belongs to a later session.
    func requireLive(_ core: SessionCore) throws(VaultError) {
        guard let record = try record(.token, of: core.account),
            try seal.metadata(of: record).session == core.id
        else { throw VaultError(.sessionEnded) }
    }

    /// Writes one record of a session.
    mutating func put<Body: SealedBody & ~Copyable>(
        _ body: borrowing Body, core: SessionCore, expiry: Expiry = .unknown, at time: UnixTime = .now
    ) throws(VaultError) {
        // The token record's time is the session's.
        let created = Body.kind == .token ? core.created : nil
        try put(
            body, of: core.account, session: core.id, created: created, expiry: expiry, admitted: core.admitted,
            at: time)
    }

    /// Writes a record.
    ///
    /// What it held before stays findable by its retired fingerprints.
    mutating func put<Body: SealedBody & ~Copyable>(
        _ body: borrowing Body, of account: AccountID, session: [UInt8] = [], created: UnixTime? = nil,
        expiry: Expiry = .unknown, admitted: AdmissionNote? = nil, at now: UnixTime = .now
    ) throws(VaultError) {
        let name = keys.name(of: Body.kind, account: account)
        let old = try readable(name)
        let isSame = old?.metadata.session == session
        let metadata = RecordMetadata(
            kind: Body.kind, account: account, discriminator: "", session: session,
            created: created ?? (isSame ? old?.metadata.created ?? now : now), updated: now, expiry: expiry,
            admitted: admitted,
            fingerprints: AuditFingerprint.merge(
                fingerprints(of: body), retiring: old?.metadata.fingerprints ?? [], at: now))
        try replace(old?.row, with: seal.seal(body, metadata, name: name, version: try sequence))
    }

    /// Writes a record that a session may lack; without a value, the account's older record goes.
    mutating func put<Body: SealedBody & ~Copyable>(
        optional body: borrowing Body?, core: SessionCore
    ) throws(VaultError) {
        switch body {
        case .some(let body): try put(body, core: core)
        case .none: try remove(named: keys.name(of: Body.kind, account: core.account))
        }
    }

    /// Deletes all records of an account's session, in quarantine too.
    mutating func removeSession(of account: AccountID) throws(VaultError) {
        if try record(.token, of: account) != nil {
            try note(JournalEvent(.signedOut, account: keys.tag(of: account)))
        }
        for kind in RecordKind.ofSession {
            try remove(named: keys.name(of: kind, account: account))
        }
    }

    /// Deletes the records of every session, or with `kept` those of its realm's other accounts.
    ///
    /// Another realm's sessions are another service's. Records that don't open stay, to be looked into.
    mutating func removeSessions(except kept: AccountID?) throws(VaultError) {
        for account in try accounts(ofRealm: kept?.realm) where account != kept { try removeSession(of: account) }
    }

    /// The accounts that have a session, of one realm or all.
    func accounts(ofRealm realm: String?) throws(VaultError) -> Set<AccountID> {
        let seal = seal
        var accounts: Set<AccountID> = []
        try store.forEachRecord { record in
            guard let metadata = try? seal.metadata(of: record), RecordKind.ofSession.contains(metadata.kind) else {
                return
            }
            if realm == nil || metadata.account.realm == realm { accounts.insert(metadata.account) }
        }
        return accounts
    }

    /// The record that is to be replaced, with its metadata.
    ///
    /// One that no longer opens must not keep its account from signing in again: it is set aside.
    private mutating func readable(_ name: [UInt8]) throws(VaultError) -> (row: RecordRow, metadata: RecordMetadata)? {
        guard let row = try store.row(named: name) else { return nil }
        do throws(VaultError) { return (row, try seal.metadata(of: row.record)) } catch {
            guard error.code == .tampered else { throw error }
            try setAside(row.record)
            return nil
        }
    }

    func fingerprints(of body: borrowing some SealedBody & ~Copyable) -> [AuditFingerprint] {
        var found: [AuditFingerprint] = []
        body.withAuditedValues { value, bytes in
            let fingerprint = bytes.withExposedBytes { SecretFingerprint(of: $0, key: keys.audit.fingerprint) }
            found.append(AuditFingerprint(value: value, retired: nil, bytes: fingerprint?.encode()[...] ?? []))
        }
        return found
    }
}

extension AuditFingerprint {
    /// The fingerprints of a record after a write: the new values' in use, the older ones' retired, the oldest dropped
    /// over the limit.
    static func merge(_ new: [AuditFingerprint], retiring old: [AuditFingerprint], at now: UnixTime)
        -> [AuditFingerprint]
    {
        var all = new
        all.reserveCapacity(new.count + RecordMetadata.retiredLimit)
        for old in old where all.count < new.count + RecordMetadata.retiredLimit {
            guard !old.bytes.isEmpty, !new.contains(where: { $0.bytes == old.bytes }) else { continue }
            all.append(AuditFingerprint(value: old.value, retired: old.retired ?? now, bytes: old.bytes))
        }
        return all
    }
}

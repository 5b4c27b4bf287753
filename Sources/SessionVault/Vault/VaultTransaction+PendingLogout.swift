extension VaultTransaction {
    /// Deletes all records of an account's session, and keeps what a logout at its server needs.
    ///
    /// A session that does not open is deleted all the same.
    ///
    /// - Parameters:
    ///   - newer: the session's tokens, where they are newer than the stored ones.
    ///   - successor: a push identity that stays registered.
    mutating func endSession(
        of account: AccountID, newer: borrowing PendingLogout? = nil, successor: borrowing NotificationIdentity? = nil
    ) throws(VaultError) {
        if let record = try record(.token, of: account) {
            do throws(VaultError) { try keepLogout(of: record, newer: newer, successor: successor) } catch {
                guard error.code == .tampered else { throw error }
            }
        }
        try removeSession(of: account)
    }

    /// Keeps what the logouts of those sessions need that an answer is about to replace, the account's own included, unless
    /// the server gave the same token again.
    mutating func keepLogouts(
        replacedBy answer: borrowing SignInAnswer, includingOthers: Bool
    ) throws(VaultError) {
        let successor = answer.profile.account
        for account in try accounts(ofRealm: successor.realm) where includingOthers || account == successor {
            guard let record = try record(.token, of: account) else { continue }
            do throws(VaultError) {
                let tokens: TokenSet = try seal.body(of: record)
                guard !answer.tokens.shares(tokens.access, tokens.refresh) else { continue }
                try keepLogout(of: record, newer: nil, successor: answer.notification)
            } catch { guard error.code == .tampered else { throw error } }
        }
    }

    /// Deletes what is kept for logouts of an account, or of all.
    mutating func removeLogouts(of account: AccountID?) throws(VaultError) {
        for entry in try pendingLogouts() where account == nil || entry.account == account {
            try remove(named: entry.name)
        }
    }

    /// Keeps what the logout of the session in a token record needs.
    private mutating func keepLogout(
        of record: StoredRecord, newer: borrowing PendingLogout?, successor: borrowing NotificationIdentity?
    ) throws(VaultError) {
        let metadata = try seal.metadata(of: record)
        guard let admitted = metadata.admitted else { return }
        let stored: TokenSet = try seal.body(of: record)
        var notification: NotificationIdentity?
        if let record = try self.record(.notification, of: metadata.account) {
            notification = try? seal.body(of: record)
        }
        let body = PendingLogout(
            access: newer.copyAccess() ?? stored.access.copy(),
            refresh: newer.copyRefresh() ?? stored.copyRefresh(),
            notification: notification.isSame(as: successor) ? nil : notification.take())
        try makeRoom()
        try put(
            body,
            RecordMetadata(
                kind: .pendingLogout, account: metadata.account,
                discriminator: PendingLogout.Key.discriminator(of: metadata.session), session: metadata.session,
                created: .now, updated: .now, expiry: .unknown, admitted: admitted, fingerprints: fingerprints(of: body)
            ))
    }

    /// Drops what is too old or too much.
    private mutating func makeRoom() throws(VaultError) {
        let waiting = try pendingLogouts()
        let oldest = UnixTime.now.advanced(bySeconds: -PendingLogout.seconds)
        for (index, entry) in waiting.enumerated()
        where entry.created < oldest || index <= waiting.count - PendingLogout.limit {
            try remove(named: entry.name)
        }
    }

    /// What is kept for logouts, oldest first.
    private func pendingLogouts() throws(VaultError) -> [(created: UnixTime, account: AccountID, name: [UInt8])] {
        let seal = seal
        var waiting: [(created: UnixTime, account: AccountID, name: [UInt8])] = []
        try store.forEachRecord { record in
            guard let metadata = try? seal.metadata(of: record), metadata.kind == .pendingLogout else { return }
            waiting.append((metadata.created, metadata.account, record.name))
        }
        return waiting.sorted { $0.created < $1.created }
    }
}

extension TokenSet {
    fileprivate func copyRefresh() -> SecretBytes? {
        switch refresh {
        case .some(let token): token.copy()
        case .none: nil
        }
    }
}

extension Optional where Wrapped == PendingLogout {
    fileprivate func copyAccess() -> SecretBytes? {
        switch self {
        case .some(let tokens): tokens.access.copy()
        case .none: nil
        }
    }

    fileprivate func copyRefresh() -> SecretBytes? {
        switch self {
        case .some(let tokens):
            switch tokens.refresh {
            case .some(let token): token.copy()
            case .none: nil
            }
        case .none: nil
        }
    }
}

extension Optional where Wrapped == NotificationIdentity {
    /// Tells whether both are one identity.
    package func isSame(as other: borrowing NotificationIdentity?) -> Bool {
        switch self {
        case .some(let identity):
            switch other {
            case .some(let other): identity.app == other.app && identity.token.equals(other.token)
            case .none: false
            }
        case .none: false
        }
    }
}

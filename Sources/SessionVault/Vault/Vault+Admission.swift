extension Vault {
    /// Begins an attempt to sign in.
    ///
    /// Only an answer that passes a gate in a live attempt can be written.
    public func beginAttempt(via branch: SignInBranch) -> Attempt {
        Attempt(vaultID: vaultID, branch: branch, refusals: refusals)
    }

    /// Begins an attempt to confirm a restored session; only an answer about its account passes.
    public func beginConfirmation(of session: ProvisionalSession) -> Attempt {
        Attempt(vaultID: vaultID, branch: session.branch, expecting: session.account, refusals: refusals)
    }

    /// Writes a session: the one door into the vault.
    ///
    /// Token, user record, device code and push identity of the account are written as one transaction, and replace what
    /// the account had before. Flushes to the disk once.
    ///
    /// - Parameters:
    ///   - admission: what the gate gave for `answer`; it is used up, whatever happens.
    ///   - answer: the answer that the gate saw. It stays the caller's, who logs out at the server where this throws.
    /// - Throws: ``VaultError/Code/attemptEnded`` where a newer attempt or a sign-out ended this one,
    ///   ``VaultError/Code/wrongAdmission`` where the admission is of another answer or vault.
    public func admit(_ admission: consuming Admission, storing answer: borrowing SignInAnswer) throws(VaultError)
        -> AdmittedSession
    {
        try admit(admission, storing: answer, removingOthers: false, keepingLogouts: false)
    }

    /// As ``admit(_:storing:)``; with `removingOthers`, every other account's session of the same realm goes in the same
    /// transaction; with `keepingLogouts`, what a logout of each replaced session needs stays in the vault.
    package func admit(
        _ admission: consuming Admission, storing answer: borrowing SignInAnswer, removingOthers: Bool,
        keepingLogouts: Bool
    ) throws(VaultError) -> AdmittedSession {
        let note = AdmissionNote(branch: admission.attempt.branch, policy: admission.policy)
        try use(admission, for: answer.profile)
        try answer.checkLimits()
        let core = SessionCore(
            vault: self, account: answer.profile.account, id: RandomBytes.make(count: RecordMetadata.sessionSize),
            admitted: note, created: .now)
        answer.publish()
        try transact { (transaction) throws(VaultError) in
            if keepingLogouts {
                try transaction.keepLogouts(replacedBy: answer, includingOthers: removingOthers)
            }
            if removingOthers { try transaction.removeSessions(except: core.account) }
            try transaction.note(
                JournalEvent(.admitted, account: transaction.keys.tag(of: core.account), admission: note))
            try transaction.put(answer.tokens, core: core, expiry: answer.tokens.expiry)
            try transaction.put(answer.profile.user, core: core)
            try transaction.put(optional: answer.deviceCode, core: core)
            try transaction.put(optional: answer.notification, core: core)
        }
        forgetReady()
        return AdmittedSession(core: core)
    }

    /// Confirms a restored session with what the server now says of its account, and writes the account's record.
    ///
    /// - Throws: ``VaultError/Code/sessionEnded`` where the session has been replaced or removed meanwhile.
    public func confirm(
        _ session: ProvisionalSession, by admission: consuming Admission, storing answer: borrowing AccountAnswer
    ) throws(VaultError) -> AdmittedSession {
        guard answer.account == session.account else { throw VaultError(.wrongAdmission) }
        try use(admission, for: answer)
        try answer.user.checkLimits()
        try transact { (transaction) throws(VaultError) in
            try transaction.requireLive(session.core)
            try transaction.put(answer.user, core: session.core)
        }
        return AdmittedSession(core: session.core)
    }

    private func use(_ admission: consuming Admission, for answer: borrowing AccountAnswer) throws(VaultError) {
        guard admission.attempt.vaultID == vaultID, admission.answer == answer.identity,
            admission.account == answer.account
        else { throw VaultError(.wrongAdmission) }
        _ = try unlockedKeys()
        guard admission.attempt.end() else { throw VaultError(.attemptEnded) }
    }
}

extension SignInAnswer {
    /// Makes every logger of the process mask the answer's secrets.
    package func publish() {
        tokens.publish()
        deviceCode.publish()
        notification.publish()
    }

    fileprivate func checkLimits() throws(VaultError) {
        try profile.user.checkLimits()
        try deviceCode.checkLimits()
        try notification.checkLimits()
    }
}

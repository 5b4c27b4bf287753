import Synchronization

/// One attempt to sign in, or to confirm a restored session, at one vault.
///
/// An answer is admitted only while its attempt is live, and only once. Whoever starts something newer ends the older
/// attempt, so that an answer that comes late can't be written.
public final class Attempt: Sendable {
    /// The branch that the attempt takes.
    public let branch: SignInBranch
    let vaultID: [UInt8]
    let expectedAccount: AccountID?
    private let refusals: PendingRefusals
    private let live = Atomic(true)

    init(vaultID: [UInt8], branch: SignInBranch, expecting account: AccountID? = nil, refusals: PendingRefusals) {
        self.vaultID = vaultID
        self.branch = branch
        self.refusals = refusals
        expectedAccount = account
    }

    /// Remembers a refusal for the vault's journal, without the account or its role.
    func noteRefusal(_ reason: WrongRole.Reason, by policy: GatePolicy) {
        refusals.note(
            JournalEvent(
                .refused, admission: AdmissionNote(branch: branch, policy: policy), refusal: .init(reason)))
    }

    /// Tells whether an answer to this attempt can still be admitted.
    public var isLive: Bool { live.load(ordering: .acquiring) }

    /// Ends the attempt.
    ///
    /// Returns true the first time.
    @discardableResult
    public func end() -> Bool {
        live.exchange(false, ordering: .acquiringAndReleasing)
    }
}

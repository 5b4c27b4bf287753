/// One stored session, as an audit may see it.
///
/// Whatever is found on disk is provisional until the server settles a request: nothing here says that the server still
/// accepts it.
public struct SessionReport: Sendable {
    /// Stands for the account.
    public let account: AccountTag
    /// The branch that admitted it.
    public let branch: SignInBranch
    /// The gate policy under which it was admitted.
    public let policy: GatePolicy
    /// When it was admitted.
    public let admitted: UnixTime
    /// When its access token was last written.
    public let updated: UnixTime
    /// When its access token ends.
    public let expiry: Expiry
    /// Its records, the token first.
    public let records: [RecordReport]
}

extension SessionReport {
    /// Groups the records of sessions; a token record makes one, and the account's other records go with it.
    static func group(_ records: [RecordReport]) -> [SessionReport] {
        let known = records.compactMap { record in record.details.map { (record, $0) } }
        return known.compactMap { token, details -> SessionReport? in
            guard details.kind == .token, let branch = details.branch, let policy = details.policy else { return nil }
            let others = known.filter { _, other in
                other.account == details.account && other.kind != .token && RecordKind.ofSession.contains(other.kind)
            }
            return SessionReport(
                account: details.account, branch: branch, policy: policy, admitted: details.created,
                updated: details.updated, expiry: details.expiry, records: [token] + others.map(\.0))
        }
    }
}

import Sealing
import SessionVault

/// One refresh of one session.
final class RefreshRun: Sendable {
    let refresh: SessionRefresh
    let account: AccountID
    let identity: [UInt8]
    /// The access token that the server refused, where that is why.
    let refused: SecretBytes?

    init(refresh: SessionRefresh, account: AccountID, identity: [UInt8], refused: consuming SecretBytes?) {
        self.refresh = refresh
        self.account = account
        self.identity = identity
        self.refused = refused
    }

    /// Tells whether what the store holds now still has to be refreshed: another process may have done so.
    func needsRefresh(_ state: borrowing SessionRefresh.Current, _ policy: RefreshPolicy, now: UnixTime) -> Bool {
        switch refused {
        case .some(let token): state.tokens.access.equals(token)
        case .none: policy.isDue(expiry: state.tokens.expiry, obtained: state.obtained, now: now)
        }
    }
}

extension Expiry {
    func isOver(at now: UnixTime) -> Bool { time.map { now >= $0 } ?? false }
}

extension ServiceError {
    /// Tells whether the server surely has not taken the refresh token: it was never asked, or said to come later.
    var leavesTokenUnspent: Bool {
        neverSent
            || [.tooManyRequests, .badAddress, .untrusted, .unavailable, .unsupported, .invalidInput, .clientRefused]
                .contains(code)
    }
}

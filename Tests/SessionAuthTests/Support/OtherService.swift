import Sealing
import SessionAuth
import SessionVault
import Testing

/// Another server, which nothing may be sent to.
struct OtherService: AuthService {
    let realm = "https://elsewhere.example.test"
    let branches: Set<SignInBranch> = []

    func signIn(with credential: borrowing Credential, extras: borrowing SignInExtras) async throws(ServiceError)
        -> SignInAnswer
    { throw refuse() }

    func profile(of account: AccountID, token: borrowing SecretBytes) async throws(ServiceError) -> AccountAnswer {
        throw refuse()
    }

    func logOut(token: borrowing SecretBytes, withdrawing notification: borrowing NotificationIdentity?)
        async throws(ServiceError)
    { throw refuse() }

    func revoke(token: borrowing SecretBytes, of account: AccountID) async throws(ServiceError) -> Bool {
        throw refuse()
    }

    private func refuse() -> ServiceError {
        Issue.record("something was sent to another server")
        return ServiceError(.unsupported)
    }
}

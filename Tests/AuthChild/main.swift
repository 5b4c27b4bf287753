import CLinux
import Glibc
import OAuthClient
import Sealing
import SessionAuth
import SessionVault

// An app of its own that takes up the stored session and makes one request after the other, until it is killed or the session
// ends. Arguments: vault, key file, issuer; and `sign-out` for one that signs out instead.

func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = unsafe write(1, bytes, bytes.count)
}

cl_end_with_parent()
let arguments = CommandLine.arguments
do {
    let vault = try Vault.open(at: arguments[1], unlockingWith: .keyFile(path: arguments[2]))
    let service = try await OAuthService.discover(
        OAuthConfiguration(
            issuer: arguments[3], clientID: "made-up-app", scopes: ["openid", "profile"],
            role: RoleClaim(path: ["role"])))
    let coordinator = AuthCoordinator(
        vault: vault, gate: RoleGate(admitting: [.driver]), service: service,
        configuration: SignInConfiguration(branches: [.deviceGrant]))
    if arguments.last == "sign-out" {
        _ = try await coordinator.restore()
        say("\(await coordinator.signOut())")
        exit(0)
    }
    while let session = try await coordinator.restore() {
        let account = session.account
        do {
            _ = try await coordinator.perform { (token) async throws(ServiceError) in
                try await service.profile(of: account, token: token)
            }
        } catch {
            say("\(error.code) \(error.service?.code.description ?? "") \(error.vault?.code.description ?? "")")
        }
        usleep(3_000)
    }
    say("ended: \(coordinator.state)")
} catch {
    say("failed")
    exit(1)
}

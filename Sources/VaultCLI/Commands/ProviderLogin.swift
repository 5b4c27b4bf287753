import OAuthClient
import SessionAuth

/// `vault login --device` and `vault login --browser`: sign-in at an OAuth 2.0 server, where this command never sees a
/// password.
enum ProviderLogin {
    private enum Failure: Error {
        case service(ServiceError)
        case auth(AuthError)
    }

    static func run(_ invocation: Invocation, _ gate: RoleGate, _ console: Console) throws(CommandFailure)
        -> ExitStatus
    {
        let branch: SignInBranch = invocation.has(.device) ? .deviceGrant : .openID
        let issuer = try invocation.require(.issuer)
        let plan = try SignInPlan(invocation)
        try plan.require(branch)
        guard let access = try OAuthAccess(invocation) else {
            throw .usage("--client-id ID is missing", of: invocation.command)
        }
        let vault = try KeyInput.openVault(invocation, console)
        let coordinator: AuthCoordinator
        let session: AdmittedSession
        do throws(Failure) {
            (coordinator, session) = try Blocking.runInterruptibly(givenUp: tellThatItEnds) {
                () async throws(Failure) in
                let service = try await step { () async throws(ServiceError) in try await access.service(of: issuer) }
                let coordinator = ServerAccess.coordinator(
                    of: vault, gate: gate, service: service, plan: plan, console)
                return (coordinator, try await signIn(branch, service, coordinator))
            }
        } catch {
            switch error {
            case .service(let error): throw CommandFailure(error)
            case .auth(let error): throw try LoginReport.failure(error, console)
            }
        }
        try LoginReport.answer(session, coordinator, of: vault, console)
        return .done
    }

    private static func signIn(
        _ branch: SignInBranch, _ service: OAuthService, _ coordinator: AuthCoordinator
    ) async throws(Failure) -> AdmittedSession {
        let credential = try await step { () async throws(ServiceError) in
            try await self.credential(branch, service)
        }
        do throws(AuthError) { return try await coordinator.signIn(with: credential) } catch { throw .auth(error) }
    }

    private static func credential(_ branch: SignInBranch, _ service: OAuthService) async throws(ServiceError)
        -> Credential
    {
        guard branch == .deviceGrant else {
            let signIn = try service.beginBrowserSignIn()
            show(signIn)
            return try await signIn.credential(within: .seconds(browserSeconds))
        }
        let grant = try await service.beginDeviceGrant()
        show(grant)
        return grant.credential()
    }

    /// How long a person has in the browser.
    private static let browserSeconds: Int64 = 300

    private static func step<R: ~Copyable>(
        _ body: () async throws(ServiceError) -> R
    ) async throws(Failure) -> R {
        do throws(ServiceError) { return try await body() } catch { throw .service(error) }
    }

    /// Shows what the person needs to see, on standard error whatever was asked for.
    private static func show(_ grant: borrowing DeviceGrant) {
        var lines = ["To sign in, open this address on any device:", "    \(grant.verificationURI)"]
        grant.userCode.withExposedValue { lines += ["and enter this code there:", "    \($0)"] }
        if let complete = grant.completeURI {
            complete.withExposedValue { lines += ["Or open this one, which has the code in it:", "    \($0)"] }
        }
        lines += ["Waiting for at most \(grant.lifetime.components.seconds / 60) min. Ctrl-C gives up."]
        tell(lines)
    }

    private static func show(_ signIn: borrowing BrowserSignIn) {
        var lines = ["To sign in, open this address in a browser on this machine:"]
        signIn.address.withExposedValue { lines += ["    \($0)"] }
        lines += ["Waiting for at most \(browserSeconds / 60) min. Ctrl-C gives up."]
        tell(lines)
    }

    private static func tellThatItEnds() {
        tell(["The sign-in is given up: nothing was stored, and its code is of no use here any more."])
    }

    private static func tell(_ lines: [String]) {
        FileOutput.write(lines.map(Printable.text).joined(separator: "\n") + "\n", to: 2)
    }
}

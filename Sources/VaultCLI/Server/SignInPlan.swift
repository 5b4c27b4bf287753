import Glibc
import HTTPTransport
import OrderingClient
import SessionAuth

/// What a command line configures of the branches: which one can be invoked, and why each other one can't.
///
/// It asks no server.
struct SignInPlan: Sendable {
    let configuration: SignInConfiguration

    /// The branches that `vault login` has options for.
    static let invocable: Set<SignInBranch> = [.emailPassword, .cellphonePassword, .deviceGrant, .openID]
    private static let provider: Set<SignInBranch> = [.deviceGrant, .openID]

    init(_ invocation: Invocation) throws(CommandFailure) {
        var plan = try Self.settings(invocation)
        let missing = Self.missing([.server, .project], invocation)
        if invocation.has(.settings) {
            // The project's settings say what its app offers, whether or not the project is named here.
        } else if missing.count == 2 {
            plan.branches = []
        } else if let option = missing.first {
            for branch in plan.branches { plan.halfConfigured[branch] = "--\(option.name) is missing" }
        }
        let missingOfIssuer = Self.missing([.issuer, .clientID], invocation)
        if missingOfIssuer.isEmpty { plan.branches.formUnion(Self.provider) }
        if missingOfIssuer.count == 1, let option = missingOfIssuer.first {
            for branch in Self.provider { plan.halfConfigured[branch] = "--\(option.name) is missing" }
        }
        configuration = plan
    }

    /// Whether a branch can be invoked, as far as this machine knows.
    func availability(of branch: SignInBranch) -> BranchAvailability {
        configuration.availability(of: branch, offered: Set(SignInBranch.allCases))
    }

    /// Refuses a hidden branch, before anybody is asked for anything.
    func require(_ branch: SignInBranch) throws(CommandFailure) {
        guard case .hidden(let reason) = availability(of: branch) else { return }
        throw CommandFailure("\(branch) is not offered here (\(reason)). See `vault status --branches`.")
    }

    private static func missing(_ options: [OptionSpec], _ invocation: Invocation) -> [OptionSpec] {
        options.filter { !invocation.has($0) }
    }

    /// What the project's settings offer, or without a file of them what this command can do.
    private static func settings(_ invocation: Invocation) throws(CommandFailure) -> SignInConfiguration {
        guard let path = invocation[.settings] else {
            return SignInConfiguration(branches: [.emailPassword, .cellphonePassword])
        }
        let document = try document(at: path)
        var values: [String: String] = [:]
        for key in OrderingSettings.keys {
            guard let node = document.value(key) else { continue }
            values[key] = document.publicText(node, atMost: 1_024) ?? (document.bool(node) == true ? "1" : "0")
        }
        return OrderingSettings(values).configuration
    }

    private static func document(at path: String) throws(CommandFailure) -> JSONView {
        let unreadable = CommandFailure("\(path) can't be read. Name another file with --settings.")
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw unreadable }
        defer { close(descriptor) }
        guard let bytes = try? SecretInput.everything(from: descriptor, atMost: 1_048_576) else { throw unreadable }
        guard let view = try? JSONView(bytes), view.kind(view.root) == .object else {
            throw CommandFailure("\(path) is no JSON object of settings. Name another file with --settings.")
        }
        return view
    }
}

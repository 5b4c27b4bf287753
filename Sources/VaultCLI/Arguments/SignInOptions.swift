import SessionAuth

/// Which roles may sign in: it has to be said, since no default is right for everyone.
enum RoleOptions {
    static func gate(_ invocation: Invocation) throws(CommandFailure) -> RoleGate {
        try invocation.refuseTogether(.admit, .anyRole)
        if invocation.has(.anyRole) { return .open }
        guard let list = invocation[.admit] else {
            throw .usage("say who may sign in: --admit ROLE,… or --any-role", of: invocation.command)
        }
        var roles: Set<Role> = []
        for name in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let role = Role(name) else {
                throw .usage("--admit takes names such as `driver,professional`", of: invocation.command)
            }
            roles.insert(role)
        }
        return RoleGate(admitting: roles)
    }
}

/// The account's address at the server, and with it the branch.
enum AddressOptions {
    case email(String)
    case cellphone(String, countryCode: String)

    static func address(_ invocation: Invocation) throws(CommandFailure) -> AddressOptions {
        try invocation.refuseTogether(.email, .cellphone)
        if let number = invocation[.cellphone] {
            return .cellphone(number, countryCode: try invocation.require(.country))
        }
        guard !invocation.has(.country) else { throw .usage("--country goes with --cellphone", of: invocation.command) }
        guard let email = invocation[.email] else {
            throw .usage("say whose session: --email ADDRESS, or --cellphone NUMBER", of: invocation.command)
        }
        return .email(email)
    }

    var branch: SignInBranch {
        switch self {
        case .email: .emailPassword
        case .cellphone: .cellphonePassword
        }
    }

    func credential(password: consuming SecretBytes) -> Credential {
        switch self {
        case .email(let email): .email(Sensitive(email), password: password)
        case .cellphone(let number, let code): .cellphone(Sensitive(number), countryCode: code, password: password)
        }
    }
}

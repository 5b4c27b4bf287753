import SessionVault

/// Names of secrets on the command line and in answers.
enum SecretNames {
    static func name(_ invocation: Invocation) -> SecretName {
        let words = invocation.operands
        return SecretName(service: words.first ?? "", account: words.dropFirst().first ?? "")
    }

    /// The name of a secret that is to be stored: one that hints at a slip in a script is refused.
    static func newName(_ invocation: Invocation) throws(CommandFailure) -> SecretName {
        let name = name(invocation)
        guard !name.service.isEmpty else { throw .usage("SERVICE is empty", of: invocation.command) }
        guard !(name.service + name.account).unicodeScalars.contains("\u{FFFD}") else {
            throw .usage("a name has to be UTF-8", of: invocation.command)
        }
        return name
    }

    static let absent = CommandFailure(
        "there is no secret of that name. See `vault secret list`.", status: .notThere)

    static func json(_ name: SecretName) -> [(String, JSONValue)] {
        [("service", .string(name.service)), ("account", .string(name.account))]
    }
}

import Glibc
import Sealing
import SessionVault

/// `vault secret get`.
enum SecretGetCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let name = SecretNames.name(invocation)
        let vault = try KeyInput.openVault(invocation, console)
        guard let value = try vaultStep({ () throws(VaultError) in try vault.secrets.value(for: name) }) else {
            throw SecretNames.absent
        }
        if console.wantsJSON {
            let answer = JSONValue.answer("secret-get/1", SecretNames.json(name))
            try console.answer(exposing: answer.text(withSecret: "value_base64", value.base64()))
        } else if FileOutput.isTerminal(STDOUT_FILENO) {
            try console.answer(exposing: value.followedByLineFeed())
        } else {
            try console.answer(exposing: value)
        }
        return .done
    }
}

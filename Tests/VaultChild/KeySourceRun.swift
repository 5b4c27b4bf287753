import SafeLogging
import Sealing
import SessionVault

/// Does what each word says with the vault at `path`, and prints for each `done`, the answer, or the error's code.
///
/// `KIND` is `secret-service`, `tpm` or `tpm=PIN`; the environment says where these are.
enum KeySourceRun {
    static func run(_ path: String, _ words: [String]) {
        var words = words[...]
        while let verb = words.popFirst() {
            do {
                say(try answer(verb, words.isEmpty ? "" : words.removeFirst(), path))
            } catch let error as VaultError { say("\(error.code)") } catch { say("failed") }
        }
    }

    private static func answer(_ verb: String, _ kind: String, _ path: String) throws -> String {
        switch verb {
        case "create": _ = try Vault.create(at: path, unlockingWith: keySource(kind))
        case "add": return "slot \(try Vault.open(at: path, unlockingWith: source()).addSlot(for: keySource(kind)))"
        case "remove": try Vault.open(at: path, unlockingWith: source()).removeSlot(Int64(kind) ?? 0)
        case "new-root":
            try Vault.open(at: path, unlockingWith: source()).replaceRoot(
                keeping: keySource(kind), removingOthers: true)
        case "open": return "sessions \(try Vault.open(at: path, unlockingWith: keySource(kind)).sessions().count)"
        case "keep": try Vault.open(at: path, unlockingWith: source()).keepUnlocked(seconds: Int(kind) ?? 0)
        case "forget": return "forgotten \(try Vault.forgetKeptUnlocked(at: path))"
        case "automatic": return try openByItself(path)
        default: return "unknown"
        }
        return "done"
    }

    private static func keySource(_ kind: String) throws -> KeySource {
        let parts = kind.split(separator: "=", maxSplits: 1)
        switch parts.first {
        case "secret-service": return .secretService(mayPrompt: false)
        case "prompting-secret-service": return .secretService()
        case "tpm": return .tpm(pin: parts.count > 1 ? SecretBytes(utf8: String(parts[1])) : nil)
        case "kernel": return .kernelKeyring
        case "credential": return try .keyFile(credential: String(parts.last ?? ""))
        case "descriptor": return try .keyFile(descriptor: CInt(parts.last ?? "") ?? -1)
        default: return source()
        }
    }

    /// Prints what it logs before its answer.
    private static func openByItself(_ path: String) throws -> String {
        let sink = MemorySink()
        let log = SafeLogger(category: "keys", sinks: [sink])
        defer { for line in sink.records { say("log \(line.level.name) \(line.body)") } }
        let vault = try Vault.open(at: path, preferring: .automatic, log: log)
        return "sessions \(try vault.sessions().count)"
    }
}

import Sealing
import SessionVault

/// What a store of plain text holds, read whole before anything is written.
struct ForeignStore: Sendable {
    /// Something that is in the store and can't be in the vault.
    struct Leftover: Sendable {
        let line: Int?
        let what: String

        var text: String { line.map { "\(what) (line \($0))" } ?? what }
    }

    /// What it is, as the command line names it.
    let kind: String
    /// The path that was given, or the usual one.
    let path: String
    private(set) var secrets: [NamedSecret] = []
    private(set) var files: [SourceFile] = []
    private(set) var leftovers: [Leftover] = []
    private var places: [SecretName: (index: Int, line: Int?)] = [:]

    init(_ kind: String, at path: String) {
        self.kind = kind
        self.path = path
    }

    mutating func add(_ file: SourceFile) { files.append(file) }

    mutating func add(_ leftover: Leftover) { leftovers.append(leftover) }

    /// Takes a secret in; one that is there a second time counts once, and a second value of one name is refused.
    mutating func add(_ secret: NamedSecret, line: Int? = nil) throws(ImportFault) {
        guard let earlier = places[secret.name] else {
            places[secret.name] = (secrets.count, line)
            secrets.append(secret)
            return
        }
        guard !secrets[earlier.index].value.equals(secret.value) else { return }
        let other = earlier.line.map { " of line \($0)" } ?? ""
        throw ImportFault(
            .ambiguous, path, line: line, "another value for the name\(other)", mend: "Take one of the two out.")
    }
}

import Glibc

/// What happens to a store of plain text after its secrets are in the vault.
enum SourceFate: Sendable {
    /// Nobody wanted it removed.
    case kept
    /// Nobody could be asked.
    case unasked
    case removed(Int)
    /// It was to be removed and is not, or not whole.
    case refused(reason: String, removed: Int)

    /// - Parameter isWhole: whether the vault holds every value of the source.
    static func settle(_ source: ForeignStore, isWhole: Bool, _ invocation: Invocation) -> SourceFate {
        guard !source.secrets.isEmpty, !invocation.has(.keep) else { return .kept }
        let reason = isWhole ? nil : "another value of the same name is in the vault"
        if invocation.has(.shred) {
            if let reason { return .refused(reason: reason, removed: 0) }
            guard source.leftovers.isEmpty else {
                return .refused(
                    reason: "take out first what could not be taken over, or run this on a terminal without --shred",
                    removed: 0)
            }
            return remove(source)
        }
        guard reason == nil else { return .kept }
        guard TerminalPrompt.canAsk, let prompt = try? TerminalPrompt() else { return .unasked }
        prompt.tell(state(of: source))
        let what = source.files.count == 1 ? "the file" : "these \(Wording.number(source.files.count)) files"
        let isYes = prompt.confirms("Overwrite and remove \(what)? Type yes: ")
        return isYes ? remove(source) : .kept
    }

    private static func state(of source: ForeignStore) -> String {
        let count = source.secrets.count
        var text = "\(Wording.plural(count, "secret")) of \(source.path) \(count == 1 ? "is" : "are") in the vault, "
        text += "read back and compared."
        if source.kind == "json" {
            text += " Whatever else is in that file would be lost."
        } else if !source.leftovers.isEmpty {
            let rest = source.leftovers.count
            text += " \(Wording.plural(rest, "other thing")) in it could not be taken over and would "
            text += source.kind == "pass" ? "stay: " : "be lost: "
            text += source.leftovers.prefix(8).map(\.text).joined(separator: ", ") + (rest > 8 ? ", …" : "") + "."
        }
        return text
    }

    private static func remove(_ source: ForeignStore) -> SourceFate {
        var count = 0
        for file in source.files {
            do throws(SourceFile.Kept) { try file.shred() } catch {
                return .refused(reason: error.reason, removed: count)
            }
            count += 1
        }
        removeEmptyFolders(of: source)
        return .removed(count)
    }

    /// The folders within the source that held its files, the innermost first; one that holds anything else stays.
    private static func removeEmptyFolders(of source: ForeignStore) {
        var folders: Set<String> = []
        for file in source.files {
            var folder = file.path[...]
            while let slash = folder.lastIndex(of: "/") {
                folder = folder[..<slash]
                guard folder.count > source.path.count else { break }
                folders.insert(String(folder))
            }
        }
        for folder in folders.sorted(by: { $0.count > $1.count }) { unsafe rmdir(folder) }
    }
}

import Glibc
import SafeLogging

/// Keeps a vault's newest state in a small file, which has to stand where whoever can put back the vault's file can't put
/// this one back: on another medium, or in another user's reach.
///
/// The file is one line, `sessionvault-anchor-1:`, and from the first use on the vault's identity, the number of its last
/// write and a keyed hash. Recording a state makes the file anew and flushes it and its folder. A lock file stands beside
/// it, for processes that share the vault.
public struct FileAnchor: FreshnessAnchor {
    /// The file's path.
    public let path: String

    private static let prefix = "sessionvault-anchor-1:"
    private static let sizeLimit = 256

    /// An anchor in an existing file.
    public init(at path: String) {
        self.path = path
    }

    /// Makes an anchor file that knows no state yet, with mode 0600.
    ///
    /// - Throws: ``VaultError/Code/alreadyExists`` where the path is taken.
    public static func create(at path: String) throws(VaultError) -> FileAnchor {
        try Folder.requireFileName(path)
        try PrivateFile.create(at: path, holding: SecretBytes(utf8: prefix + "\n"))
        return FileAnchor(at: path)
    }

    /// Reads the file.
    ///
    /// - Throws: ``VaultError/Code/anchorUnavailable`` where it is missing, malformed or of another vault.
    public func newest(of vaultID: [UInt8]) throws(VaultError) -> AnchoredState? {
        do throws(VaultError) {
            let content = try PrivateFile.read(at: path, atMost: Self.sizeLimit)
            return try Self.parse(content.withExposedBytes { [UInt8](copying: $0) }, of: vaultID)
        } catch {
            throw error.code == .anchorUnavailable || error.code == .absent
                ? VaultError(.anchorUnavailable, error.code == .absent ? nil : error.detail, path: path) : error
        }
    }

    /// Writes the file anew, unless it holds a newer state.
    public func record(_ state: AnchoredState, of vaultID: [UInt8], overNewer: Bool) throws(VaultError) {
        let lock = try FileLock(at: path + ".lock")
        defer { lock.unlock() }
        let known = try newest(of: vaultID)
        guard overNewer || known.map({ $0.sequence < state.sequence }) ?? true else { return }
        let draft = "\(path).new-\(RandomBytes.number())"
        do throws(VaultError) {
            try PrivateFile.create(at: draft, holding: SecretBytes(utf8: Self.line(state, vaultID)))
        } catch { throw error.renamed(path) }
        guard unsafe rename(draft, path) == 0 else {
            let cause = errno
            unsafe unlink(draft)
            throw .system(cause, path: path)
        }
        try Folder.flush(containing: path)
    }

    private static func line(_ state: AnchoredState, _ vaultID: [UInt8]) -> String {
        "\(prefix)\(Hexadecimal.lower(vaultID)):\(state.sequence):\(Hexadecimal.lower(state.digest))\n"
    }

    private static func parse(_ bytes: [UInt8], of vaultID: [UInt8]) throws(VaultError) -> AnchoredState? {
        let malformed = VaultError(.anchorUnavailable, "this is not an anchor file")
        guard let text = String(validating: bytes, as: UTF8.self), text.hasPrefix(prefix), text.hasSuffix("\n") else {
            throw malformed
        }
        let fields = text.dropFirst(prefix.count).dropLast().split(separator: ":", omittingEmptySubsequences: false)
        if fields == [""] { return nil }
        guard fields.count == 3, let sequence = UInt64(fields[1]), let digest = Hexadecimal.bytes(of: fields[2]),
            digest.count == 32
        else { throw malformed }
        guard fields[0] == Hexadecimal.lower(vaultID) else {
            throw VaultError(.anchorUnavailable, "this is another vault's anchor")
        }
        return AnchoredState(sequence: sequence, digest: digest)
    }
}

import Glibc

/// A file that holds one random key, as one line: `sessionvault-key-1:` and 64 hexadecimal digits.
public enum KeyFile: Sendable {
    /// Makes a key file with a fresh random key, mode 0600, and flushes it to the disk.
    ///
    /// - Throws: ``VaultError/Code/alreadyExists`` where the path is taken: a key file is never replaced.
    public static func create(at path: String) throws(VaultError) {
        try Folder.requireFileName(path)
        do throws(VaultError) { try PrivateFile.create(at: path, holding: KeyLine.make()) } catch {
            throw error.code == .absent
                ? VaultError(.invalidArgument, "the folder for the key file is missing", path: path) : error
        }
    }

    /// Reads the key.
    ///
    /// The file has to be regular, the user's own, and closed to others.
    static func read(at path: String) throws(VaultError) -> SymmetricKey {
        let malformed = VaultError(.keySourceUnavailable, "this is not a key file", path: path)
        try Folder.requireFileName(path)
        let content: SecretBytes
        do { content = try PrivateFile.read(at: path, atMost: KeyLine.sizeLimit) } catch {
            switch error.code {
            case .absent: throw Self.absence(of: path)
            case .tooLarge: throw malformed
            default: throw error
            }
        }
        guard let key = KeyLine.key(of: content) else { throw malformed }
        return key
    }

    /// A folder that is there and has no key file has lost it; one that is not there may come back.
    private static func absence(of path: String) -> VaultError {
        var status = stat()
        return unsafe stat(Folder.containing(path), &status) == 0
            ? VaultError(.keyLost, "there is no key file here", path: path)
            : VaultError(.keySourceUnavailable, "the key file's folder is missing", path: path)
    }
}

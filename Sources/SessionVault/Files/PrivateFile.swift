import Glibc

/// Reads and makes small files that hold a secret.
enum PrivateFile {
    /// Makes the file with mode 0600 from its first byte, whatever the umask, and flushes it and its folder.
    static func create(at path: String, holding content: borrowing SecretBytes) throws(VaultError) {
        let file = try FileDescriptor.creating(path)
        do throws(VaultError) {
            try content.withExposedBytes { (bytes) throws(VaultError) in try file.write(bytes, path: path) }
            try file.flush(path: path)
            try Folder.flush(containing: path)
        } catch {
            unsafe unlink(path)
            throw error
        }
    }

    /// Reads a file of at most `limit` bytes into secret memory.
    ///
    /// - Parameter check: what of owner, mode and type is refused.
    static func read(
        at path: String, atMost limit: Int,
        allowing check: (stat, String) throws(VaultError) -> Void = { (status, path) throws(VaultError) in
            try FileCheck.requirePrivate(status, path: path)
        }
    ) throws(VaultError) -> SecretBytes {
        let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
        guard let status = file.status else { throw .system(errno, path: path) }
        try check(status, path)
        guard status.st_size <= limit else {
            throw VaultError(.tooLarge, "the file is larger than what it should hold", path: path)
        }
        let size = Int(status.st_size)
        return unsafe try SecretBytes(unsafeCount: size) { target throws(VaultError) in
            var filled = 0
            while filled < size {
                let count = unsafe Glibc.read(file.number, target.baseAddress.map { unsafe $0 + filled }, size - filled)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw VaultError(.inputOutput, path: path) }
                filled += count
            }
        }
    }
}

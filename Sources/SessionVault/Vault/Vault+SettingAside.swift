import Glibc

extension Vault {
    /// Renames a vault that can't be opened any more, so that a new one can be begun; nothing is deleted.
    ///
    /// Asks for no key. What stands in the write-ahead log is folded in first.
    ///
    /// - Returns: the path under which the file stands now: `path.aside-` and a number.
    /// - Throws: ``VaultError/Code/busy`` while another process reads or writes it.
    @discardableResult
    public static func setAside(_ path: String) throws(VaultError) -> String {
        let path = try resolve(path)
        try VaultFile.checkAccess(path)
        let target = try unusedName(beside: path)
        do throws(VaultError) {
            try VaultFile.withoutWriters(path) { () throws(VaultError) in try move(path, to: target) }
            unsafe unlink(path + "-wal")
        } catch {
            guard [.tampered, .notAVault, .truncated, .newerFormat].contains(error.code) else { throw error }
            unsafe rename(path + "-wal", target + "-wal")
            try move(path, to: target)
        }
        unsafe unlink(path + "-shm")
        try Folder.flush(containing: path)
        return target
    }

    private static func move(_ path: String, to target: String) throws(VaultError) {
        guard unsafe link(path, target) == 0, unsafe unlink(path) == 0 else { throw .system(errno, path: path) }
    }

    private static func unusedName(beside path: String) throws(VaultError) -> String {
        for number in 1...10_000 {
            let name = "\(path).aside-\(number)"
            var status = stat()
            if unsafe lstat(name, &status) != 0, errno == ENOENT { return name }
        }
        throw VaultError(.alreadyExists, "10,000 vaults were set aside already", path: path)
    }
}

import Glibc

/// What the file system says about a file that only its owner may touch.
enum FileCheck {
    /// Refuses a path at which anything stands.
    static func requireAbsent(_ path: String) throws(VaultError) {
        var status = stat()
        guard unsafe lstat(path, &status) != 0 else { throw VaultError(.alreadyExists, path: path) }
        guard errno == ENOENT else { throw .system(errno, path: path) }
    }

    /// Refuses everything but a regular file of the user's own that is closed to others; follows no symbolic link.
    static func requirePrivateFile(_ path: String, ifPresent: Bool = false) throws(VaultError) {
        do throws(VaultError) { try requirePrivate(try status(of: path), path: path) } catch {
            guard ifPresent, error.code == .absent else { throw error }
        }
    }

    /// What stands at the path, itself and not what a link leads to.
    static func status(of path: String) throws(VaultError) -> stat {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw .system(errno, path: path) }
        return status
    }

    /// The size in bytes of the file at the path, 0 where there is none.
    static func size(ofPresent path: String) throws(VaultError) -> Int64 {
        do throws(VaultError) { return Int64(try status(of: path).st_size) } catch {
            guard error.code == .absent else { throw error }
            return 0
        }
    }

    static func requirePrivate(_ status: stat, path: String) throws(VaultError) {
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFLNK: throw VaultError(.symbolicLink, path: path)
        case S_IFDIR: throw VaultError(.notAFile, "this is a folder", path: path)
        default: throw VaultError(.notAFile, path: path)
        }
        guard status.st_uid == geteuid() else { throw VaultError(.wrongOwner, path: path) }
        guard status.st_mode & 0o077 == 0 else { throw VaultError(.wrongMode, path: path) }
    }

    /// Refuses a folder in which others could replace the file.
    static func requireSafeFolder(_ path: String) throws(VaultError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .system(errno, path: path) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw VaultError(.notAFile, "this is no folder", path: path) }
        guard status.st_uid == geteuid() || status.st_uid == 0 else { throw VaultError(.wrongOwner, path: path) }
        let isOpenToOthers = status.st_mode & 0o022 != 0 && status.st_mode & S_ISVTX == 0
        guard !isOpenToOthers else { throw VaultError(.wrongMode, "others can write to this folder", path: path) }
    }
}

import Glibc

extension VaultError {
    /// The vault's word for what `errno` says about `path`.
    static func system(_ code: CInt, path: String) -> VaultError {
        switch code {
        case ENOENT: VaultError(.absent, path: path)
        case EEXIST: VaultError(.alreadyExists, path: path)
        case ELOOP: VaultError(.symbolicLink, path: path)
        case EISDIR: VaultError(.notAFile, path: path)
        case ENOTDIR: VaultError(.notAFile, "a part of this path is not a folder", path: path)
        case ENOSPC, EDQUOT, EFBIG: VaultError(.noSpace, path: path)
        case EROFS: VaultError(.readOnly, "the file system is mounted read-only", path: path)
        case EACCES, EPERM:
            VaultError(
                .wrongOwner, "the system denies access to this", path: path,
                mend: "See with `ls -ld` whose it and its folder are; name a place of your own, or run as its owner.")
        case ENAMETOOLONG: VaultError(.invalidArgument, "the path is too long", path: path)
        default: VaultError(.inputOutput, path: path)
        }
    }
}

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
        case EOPNOTSUPP: VaultError(.readOnly, "this file system can't hold a vault", path: path, mend: placeMend)
        case ENAMETOOLONG: VaultError(.invalidArgument, "the path is too long", path: path)
        default: VaultError(.inputOutput, path: path)
        }
    }

    private static var placeMend: StaticString {
        "Name a place in a folder of your own, on a disk; /proc, /sys and their like hold no files."
    }

    /// What a failure to make a vault's file says of its place: a folder that is there, and in which there can be no file, is
    /// a wrong place and no missing vault.
    func whereNothingCanBeMade(_ path: String) -> VaultError {
        guard code == .absent else { return self }
        return VaultError(.readOnly, "no file can be made here", path: path, mend: Self.placeMend)
    }
}

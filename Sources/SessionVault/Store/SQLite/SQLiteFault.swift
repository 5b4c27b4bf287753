import CSQLite
import Glibc

extension VaultError {
    /// The vault's word for an SQLite result code.
    ///
    /// `cause` is what `errno` said right after the call.
    static func sqlite(_ code: CInt, of database: OpaquePointer?, path: String, cause: CInt = 0) -> VaultError {
        switch code & 0xFF {
        case SQLITE_FULL: return VaultError(.noSpace, path: path)
        case SQLITE_READONLY: return VaultError(.readOnly, path: path)
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return VaultError(.busy, path: path)
        case SQLITE_CORRUPT:
            // To SQLite, a page that the disk did not give is a damaged one; it may well be whole the next time.
            guard [EIO, ENXIO, ERANGE].contains(cause) else {
                return VaultError(.tampered, "the file is damaged", path: path)
            }
            return VaultError(.inputOutput, path: path)
        case SQLITE_NOTADB: return VaultError(.notAVault, path: path)
        case SQLITE_TOOBIG: return VaultError(.tampered, "a row is larger than any of a vault", path: path)
        case SQLITE_NOMEM: return VaultError(.outOfMemory, path: path)
        case SQLITE_CONSTRAINT, SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_MISMATCH:
            return VaultError(.tampered, "the file's tables are not a vault's", path: path)
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            if code == sv_SQLITE_CANTOPEN_SYMLINK { return VaultError(.symbolicLink, path: path) }
            // SQLite does not note the cause of every failure, a failed commit's among them; `errno` then still has it.
            let noted = unsafe database.map { unsafe sqlite3_system_errno($0) } ?? 0
            return .system(cause != 0 ? cause : noted, path: path)
        default: return VaultError(.inputOutput, path: path)
        }
    }
}

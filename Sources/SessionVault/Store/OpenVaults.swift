package import Glibc
import Sealing

/// The files of the vaults that are open in this process.
///
/// SQLite's locks are POSIX locks, which belong to a process and a file: whoever else in the process opens the file and closes
/// it again gives up all of them.
package enum OpenVaults {
    /// Which file it is, whatever leads to it.
    package struct FileIdentity: Equatable, Sendable {
        let device: UInt64
        let inode: UInt64

        package init(_ status: stat) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
        }
    }

    private static let paths = Lock<[String: Int]>([:])

    static func add(_ path: String) {
        paths.withLock { $0[path, default: 0] += 1 }
    }

    static func remove(_ path: String) {
        paths.withLock { paths in
            let count = paths[path, default: 0] - 1
            paths[path] = count > 0 ? count : nil
        }
    }

    /// Tells whether the file is one of theirs, or one that stands beside these.
    package static func own(_ file: FileIdentity) -> Bool {
        paths.withLock { Array($0.keys) }.contains { path in
            ["", "-wal", "-shm", "-journal", "-refresh"].contains { suffix in
                var status = stat()
                return unsafe stat(path + suffix, &status) == 0 && FileIdentity(status) == file
            }
        }
    }
}

extension Vault {
    /// Tells whether the file is this vault's anchor.
    package func isAnchored(in file: OpenVaults.FileIdentity) -> Bool {
        guard let path = freshness?.filePath else { return false }
        var status = stat()
        return unsafe stat(path, &status) == 0 && OpenVaults.FileIdentity(status) == file
    }
}

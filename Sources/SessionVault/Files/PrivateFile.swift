import Glibc

/// Reads and makes small files that hold a secret.
enum PrivateFile {
    /// Makes the file with mode 0600 from its first byte, whatever the umask, and flushes it and its folder.
    static func create(at path: String, holding content: borrowing SecretBytes) throws(VaultError) {
        let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        do throws(VaultError) {
            guard fchmod(file.number, 0o600) == 0 else { throw VaultError.system(errno, path: path) }
            try content.withExposedBytes { (bytes) throws(VaultError) in
                try write(bytes, to: file.number, path: path)
            }
            guard fsync(file.number) == 0 else { throw VaultError.system(errno, path: path) }
            try Folder.flush(containing: path)
        } catch {
            unsafe unlink(path)
            throw error
        }
    }

    /// Reads a file of at most `limit` bytes into secret memory.
    static func read(at path: String, atMost limit: Int) throws(VaultError) -> SecretBytes {
        let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
        guard let status = file.status else { throw .system(errno, path: path) }
        try FileCheck.requirePrivate(status, path: path)
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

    private static func write(_ bytes: RawSpan, to file: CInt, path: String) throws(VaultError) {
        var offset = 0
        while offset < bytes.byteCount {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Glibc.write(file, bytes.baseAddress.map { unsafe $0 + offset }, bytes.count - offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(errno, path: path) }
            offset += count
        }
    }
}

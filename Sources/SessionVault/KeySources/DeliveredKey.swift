import Glibc

/// A key file's line that reaches the process another way: through a descriptor or as a systemd credential.
///
/// Either opens the slots of that key file: how a key is delivered can change without touching the vault.
enum DeliveredKey {
    /// Milliseconds for which a descriptor's other end may take its time.
    private static let patience: CInt = 2_000

    /// Reads the line, and closes the descriptor.
    static func read(descriptor: CInt) throws(VaultError) -> SymmetricKey {
        let unreadable = VaultError(
            .keySourceUnavailable, "the descriptor brings no key",
            mend: "Open it for the program on a key file's line, such as `3<KEYFILE`.")
        guard descriptor > 2, fcntl(descriptor, F_GETFD) >= 0, isatty(descriptor) == 0 else { throw unreadable }
        let file = FileDescriptor(owning: descriptor)
        var filled = 0
        let line = unsafe try SecretBytes(unsafeCount: KeyLine.sizeLimit) { target throws(VaultError) in
            while filled < target.count {
                var ready = pollfd(fd: file.number, events: Int16(POLLIN), revents: 0)
                let answer = unsafe poll(&ready, 1, patience)
                if answer < 0, errno == EINTR { continue }
                guard answer > 0 else { throw unreadable }
                let count = unsafe Glibc.read(
                    file.number, target.baseAddress.map { unsafe $0 + filled }, target.count - filled)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw unreadable }
                guard count > 0 else { return }
                filled += count
            }
        }
        guard let key = KeyLine.key(of: line.copy(0..<filled)) else { throw unreadable }
        return key
    }

    /// Reads a credential that systemd has given the service (systemd.exec(5), `LoadCredential=`).
    static func read(credential name: String) throws(VaultError) -> SymmetricKey {
        guard let folder = Environment.value("CREDENTIALS_DIRECTORY") else {
            throw VaultError(
                .keySourceUnavailable, "systemd has given this process no credentials",
                mend: "Name the key file in the service's unit with LoadCredential= or LoadCredentialEncrypted=.")
        }
        guard !name.isEmpty, !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }), !name.hasPrefix(".")
        else { throw VaultError(.invalidArgument, "a credential's name is a file's name") }
        let path = "\(folder)/\(name)"
        let line: SecretBytes
        do throws(VaultError) {
            line = try PrivateFile.read(at: path, atMost: KeyLine.sizeLimit, allowing: requireCredential)
        } catch {
            throw [.absent, .tooLarge].contains(error.code)
                ? VaultError(
                    .keySourceUnavailable, "this credential is missing, or no key file's line", path: path,
                    mend: "Name the key file in the service's unit with LoadCredential= or LoadCredentialEncrypted=.")
                : error
        }
        guard let key = KeyLine.key(of: line) else {
            throw VaultError(
                .keySourceUnavailable, "this credential is no key file's line", path: path,
                mend: "Load a file that `vault slots add key-file` made.")
        }
        return key
    }

    static func isCredentialPresent(_ name: String) -> Bool {
        guard let folder = Environment.value("CREDENTIALS_DIRECTORY") else { return false }
        return unsafe access("\(folder)/\(name)", F_OK) == 0
    }

    /// systemd leaves a credential to root, and lets the service's user in by an access list, which shows as its group.
    private static func requireCredential(_ status: stat, path: String) throws(VaultError) {
        guard status.st_mode & S_IFMT == S_IFREG else { throw VaultError(.notAFile, path: path) }
        guard status.st_uid == 0 || status.st_uid == geteuid() else { throw VaultError(.wrongOwner, path: path) }
        guard status.st_mode & 0o037 == 0 else { throw VaultError(.wrongMode, path: path) }
    }
}

import Glibc
import Sealing
import SessionVault

/// Reads a folder of `pass`, the standard Unix password manager: a file for each secret, encrypted by GnuPG.
///
/// The folders on the way to a file are the service and its own name the account; a file at the top is a service.
struct PassStore {
    /// Bytes that a decrypted file may have.
    private static let sizeLimit = 1_048_576
    private static let depthLimit = 32
    private static let countLimit = 10_000
    private static let program = "gpg"

    private var store: ForeignStore

    /// Looks at the whole folder, then decrypts each file.
    static func read(_ path: String, _ console: Console) throws(ImportFault) -> ForeignStore {
        var reader = PassStore(store: ForeignStore("pass", at: path))
        try reader.find(in: path, depth: 0)
        let files = reader.store.files
        // At the first one the agent may ask for a passphrase on this terminal, where nothing shall be written meanwhile.
        if let first = files.first { try reader.take(first) }
        try Progress.counting("Decrypting:", of: files.count, console) { (tell) throws(ImportFault) in
            for (number, file) in files.enumerated().dropFirst() {
                tell(number)
                try reader.take(file)
            }
        }
        return reader.store
    }

    private mutating func find(in folder: String, depth: Int) throws(ImportFault) {
        guard depth < Self.depthLimit else {
            throw ImportFault(.tooLarge, folder, "too many folders within each other", mend: "Name one further in.")
        }
        for name in try FolderListing.names(in: folder) {
            let path = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
            var status = stat()
            guard unsafe lstat(path, &status) == 0 else { throw SourceFile.system(errno, path) }
            if status.st_mode & S_IFMT == S_IFDIR {
                try find(in: path, depth: depth + 1)
            } else if name.hasSuffix(".gpg") {
                store.add(try SourceFile(checking: path))
                guard store.files.count <= Self.countLimit else {
                    throw ImportFault(.tooLarge, store.path, "over 10,000 files", mend: "Name a folder within it.")
                }
            } else {
                store.add(.init(line: nil, what: "the file \(relative(path))"))
            }
        }
    }

    private mutating func take(_ file: SourceFile) throws(ImportFault) {
        let parts = relative(file.path).dropLast(".gpg".count).split(separator: "/").map(String.init)
        guard let last = parts.last else { return }
        let service = parts.count == 1 ? last : parts.dropLast().joined(separator: "/")
        let name = SecretName(service: service, account: parts.count == 1 ? "" : last)
        let value = Self.withoutLineFeed(try decrypt(file.path))
        try store.add(NamedSecret(name, value))
    }

    private func relative(_ path: String) -> String {
        String(path.dropFirst(store.path.hasSuffix("/") ? store.path.count : store.path.count + 1))
    }

    private func decrypt(_ path: String) throws(ImportFault) -> SecretBytes {
        // `--batch` asks nothing by itself; the agent still asks for the key's passphrase.
        let arguments = ["--quiet", "--batch", "--decrypt", "--", path]
        do throws(ChildProgram.Failure) {
            return try ChildProgram.output(of: Self.program, arguments, atMost: Self.sizeLimit)
        } catch {
            throw switch error {
            case .missing:
                ImportFault(
                    .programMissing, path, "there is no program `gpg` on PATH", mend: "Install it: package `gnupg`.")
            case .tooLong: ImportFault(.tooLarge, path, "it holds over 1,048,576 bytes", mend: "Move it elsewhere.")
            case .failed:
                ImportFault(
                    .notDecrypted, path, "gpg did not decrypt it",
                    mend: "See why with `gpg --decrypt FILE >/dev/null`; its key and its passphrase have to be there.")
            }
        }
    }

    /// A single line without the line feed that `pass insert` ends it with; anything longer as it is.
    private static func withoutLineFeed(_ value: consuming SecretBytes) -> SecretBytes {
        let isLine = value.withExposedBytes { bytes in
            (0..<bytes.byteCount).first { bytes.byte(at: $0) == UInt8(ascii: "\n") } == bytes.byteCount - 1
        }
        return isLine ? value.copy(0..<value.count - 1) : value
    }
}

import Glibc

/// A file that holds one random key, as one line: `sessionvault-key-1:` and 64 hexadecimal digits.
public enum KeyFile: Sendable {
    private static let prefix = Array("sessionvault-key-1:".utf8)
    private static let digits = Array("0123456789abcdef".utf8)
    private static var lineSize: Int { prefix.count + 2 * SymmetricKey.size }

    /// Makes a key file with a fresh random key, mode 0600, and flushes it to the disk.
    ///
    /// - Throws: ``VaultError/Code/alreadyExists`` where the path is taken: a key file is never replaced.
    public static func create(at path: String) throws(VaultError) {
        let key = SymmetricKey.random()
        var line = SecretWriter(capacity: lineSize + 1)
        prefix.withRawSpan { line.append($0) }
        key.bytes.withExposedBytes { bytes in
            for index in 0..<bytes.byteCount {
                line.append(digits[Int(bytes.byte(at: index) >> 4)])
                line.append(digits[Int(bytes.byte(at: index) & 15)])
            }
        }
        line.append(UInt8(0x0A))
        try Folder.requireFileName(path)
        do throws(VaultError) { try PrivateFile.create(at: path, holding: line.finish()) } catch {
            throw error.code == .absent
                ? VaultError(.invalidArgument, "the folder for the key file is missing", path: path) : error
        }
    }

    /// Reads the key.
    ///
    /// The file has to be regular, the user's own, and closed to others.
    static func read(at path: String) throws(VaultError) -> SymmetricKey {
        let malformed = VaultError(.keySourceUnavailable, "this is not a key file", path: path)
        try Folder.requireFileName(path)
        let content: SecretBytes
        do { content = try PrivateFile.read(at: path, atMost: lineSize + 2) } catch {
            switch error.code {
            case .absent: throw Self.absence(of: path)
            case .tooLarge: throw malformed
            default: throw error
            }
        }
        return try content.withExposedBytes { (bytes) throws(VaultError) in
            guard bytes.byteCount >= lineSize else { throw malformed }
            for index in lineSize..<bytes.byteCount where ![0x0A, 0x0D].contains(bytes.byte(at: index)) {
                throw malformed
            }
            for (index, byte) in prefix.enumerated() where bytes.byte(at: index) != byte { throw malformed }
            var key = SecretWriter(capacity: SymmetricKey.size)
            for index in stride(from: prefix.count, to: lineSize, by: 2) {
                guard let high = digitValue(bytes.byte(at: index)), let low = digitValue(bytes.byte(at: index + 1))
                else { throw malformed }
                key.append(high << 4 | low)
            }
            guard let key = SymmetricKey(key.finish()) else { throw malformed }
            return key
        }
    }

    /// A folder that is there and has no key file has lost it; one that is not there may come back.
    private static func absence(of path: String) -> VaultError {
        var status = stat()
        return unsafe stat(Folder.containing(path), &status) == 0
            ? VaultError(.keyLost, "there is no key file here", path: path)
            : VaultError(.keySourceUnavailable, "the key file's folder is missing", path: path)
    }

    private static func digitValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x61...0x66: byte - 0x61 + 10
        case 0x41...0x46: byte - 0x41 + 10
        default: nil
        }
    }
}

import SafeLogging

/// What can be seen of a vault without any key.
///
/// Nothing in it is a secret, and nothing of it is proven: only the key tells whether it is as it was written.
public struct VaultOutline: Sendable {
    /// Where the vault's file is, with the folder's symbolic links resolved.
    public let path: String
    /// The number of the file's format.
    public let format: UInt32
    /// The vault's random identity: 32 hexadecimal digits.
    public let vaultID: String
    /// When the vault was made.
    public let created: UnixTime
    /// The ways in, in the order of their numbers.
    public let slots: [KeySlotOutline]
    /// How many records there are, of all kinds.
    public let recordCount: Int
    /// The vault's file.
    public let file: FileOutline
    /// The file in which the newest writes stand, where there is one.
    public let writeAheadLog: FileOutline?
    /// The folder that the file stands in.
    public let folder: FileOutline
}

extension Vault {
    /// Looks at the vault at `path` from outside.
    ///
    /// Asks for no key and runs no Argon2id.
    ///
    /// - Throws: ``VaultError`` for whatever would keep the vault from being opened with the right key: its owner, its mode,
    ///   its format, and the like.
    public static func outline(at path: String) throws(VaultError) -> VaultOutline {
        let path = try resolve(path)
        do throws(VaultError) {
            return try SQLiteStore(opening: path).snapshot { (store) throws(VaultError) in
                try VaultOutline(reading: store, at: path)
            }
        } catch { throw error.at(path) }
    }
}

extension VaultOutline {
    init(reading store: any StoreAccess, at path: String) throws(VaultError) {
        let header = try store.header()
        self.path = path
        format = VaultFile.format
        vaultID = Hexadecimal.lower(header.vaultID)
        created = UnixTime(milliseconds: header.created)
        slots = try store.slots().map(KeySlotOutline.init)
        recordCount = try store.recordCount()
        file = try FileOutline(at: path)
        writeAheadLog = try FileOutline(ifPresentAt: path + "-wal")
        folder = try FileOutline(at: Folder.containing(path))
    }
}

/// Why the vault did not do what it was asked.
///
/// Equal by ``code``.
///
/// It names the path and the mend in terms of this library, and never holds a value, a name or an input. The command has its
/// own words for the mends that are commands there.
public struct VaultError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is the matter; new codes may come with new versions.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        fileprivate let kind: Kind

        /// There is no vault at the path.
        public static let absent = Code(kind: .absent)
        /// There is a vault, or another file, at the path already.
        public static let alreadyExists = Code(kind: .alreadyExists)
        /// The vault is locked.
        public static let locked = Code(kind: .locked)
        /// An auditor's key unlocked the vault, which opens metadata alone.
        public static let auditOnly = Code(kind: .auditOnly)
        /// The last slot that opens everything can't be removed.
        public static let lastSlot = Code(kind: .lastSlot)
        /// There are other slots, which could not be kept.
        public static let otherSlots = Code(kind: .otherSlots)
        /// The key source can't be asked now.
        public static let keySourceUnavailable = Code(kind: .keySourceUnavailable)
        /// The key source holds no key any more.
        public static let keyLost = Code(kind: .keyLost)
        /// The file is an older state of the vault than its anchor knows.
        public static let rolledBack = Code(kind: .rolledBack)
        /// The anchor can't be asked or told.
        public static let anchorUnavailable = Code(kind: .anchorUnavailable)
        /// This process is a fork of the one that opened the vault.
        public static let forked = Code(kind: .forked)
        /// The passphrase or key opens none of the vault's slots.
        public static let wrongKey = Code(kind: .wrongKey)
        /// Authenticated data is not as it was written.
        public static let tampered = Code(kind: .tampered)
        /// The file is shorter than it says, or empty.
        public static let truncated = Code(kind: .truncated)
        /// The file is no backup of a vault.
        public static let notABackup = Code(kind: .notABackup)
        /// The file is something else.
        public static let notAVault = Code(kind: .notAVault)
        /// The vault was written by a later version.
        public static let newerFormat = Code(kind: .newerFormat)
        /// Another user owns the file or its folder.
        public static let wrongOwner = Code(kind: .wrongOwner)
        /// Others may read the file or replace it.
        public static let wrongMode = Code(kind: .wrongMode)
        /// A symbolic link stands at the path.
        public static let symbolicLink = Code(kind: .symbolicLink)
        /// A folder, device or socket stands at the path.
        public static let notAFile = Code(kind: .notAFile)
        /// The disk, the quota or the file-size limit is exhausted.
        public static let noSpace = Code(kind: .noSpace)
        /// The file or its file system can't be written.
        public static let readOnly = Code(kind: .readOnly)
        /// The system failed to read or write.
        public static let inputOutput = Code(kind: .inputOutput)
        /// Another process held the vault for longer than 10 seconds.
        public static let busy = Code(kind: .busy)
        /// A value is over its limit.
        public static let tooLarge = Code(kind: .tooLarge)
        /// An argument can't be used.
        public static let invalidArgument = Code(kind: .invalidArgument)
        /// The session has been removed or replaced.
        public static let sessionEnded = Code(kind: .sessionEnded)
        /// The admission's attempt was ended, or used before.
        public static let attemptEnded = Code(kind: .attemptEnded)
        /// The admission was made for another vault, answer or account.
        public static let wrongAdmission = Code(kind: .wrongAdmission)
        /// The machine can't give the memory that the passphrase's slot asks for.
        public static let outOfMemory = Code(kind: .outOfMemory)

        /// Every code of this version.
        package static let all = Kind.allCases.map { Code(kind: $0) }

        /// The code's name.
        public var description: String { kind.rawValue }
    }

    fileprivate enum Kind: String, CaseIterable {
        case absent, alreadyExists, locked, keySourceUnavailable, wrongKey, tampered, truncated, notAVault, newerFormat
        case wrongOwner, wrongMode, symbolicLink, notAFile, noSpace, readOnly, inputOutput, busy, tooLarge
        case notABackup, keyLost, rolledBack, anchorUnavailable, forked
        case auditOnly, lastSlot, otherSlots, invalidArgument, sessionEnded, attemptEnded, wrongAdmission, outOfMemory
    }

    /// What is the matter.
    public let code: Code
    /// The file concerned, where there is one.
    public let path: String?
    let detail: StaticString?
    private let ownMend: StaticString?

    package init(_ code: Code, _ detail: StaticString? = nil, path: String? = nil, mend: StaticString? = nil) {
        self.code = code
        self.detail = detail
        self.path = path
        ownMend = mend
    }

    package func at(_ path: String) -> VaultError {
        VaultError(code, detail, path: self.path ?? path, mend: ownMend)
    }

    /// The same about `path`, where it is about a file that stands in for it.
    func renamed(_ path: String) -> VaultError {
        VaultError(code, detail, path: path, mend: ownMend)
    }

    /// Equal where the code is.
    public static func == (left: VaultError, right: VaultError) -> Bool {
        left.code == right.code
    }

    /// One sentence that says what is the matter, and one that says what mends it.
    public var description: String { text(mend: mend) }

    /// The description with another mend, where the error has none of its own.
    package func text(mendingWith mend: String) -> String { text(mend: ownMend.map { "\($0)" } ?? mend) }

    private func text(mend: String) -> String {
        "\(path.map { "\($0): " } ?? "")\(detail.map { "\($0)" } ?? code.summary). \(mend)"
    }

    /// What to do about it.
    public var mend: String { ownMend.map { "\($0)" } ?? code.mend }
}

extension VaultError.Code {
    fileprivate var summary: String {
        switch kind {
        case .absent: "there is no vault here"
        case .alreadyExists: "something stands here already"
        case .locked: "the vault is locked"
        case .auditOnly: "an auditor's key opens metadata alone"
        case .lastSlot: "this is the last way into the vault"
        case .otherSlots: "the vault has other ways in, which this would remove"
        case .keySourceUnavailable: "the key source can't be asked"
        case .keyLost: "the key source holds no key for this vault"
        case .rolledBack: "the vault's file is older than what was written last"
        case .anchorUnavailable: "the anchor that knows the vault's newest state can't be used"
        case .forked: "this process is a fork of the one that opened the vault"
        case .wrongKey: "this passphrase or key does not open the vault"
        case .tampered: "the vault's data is not as it was written"
        case .truncated: "the file is cut short"
        case .notABackup: "this is not a backup of a vault"
        case .notAVault: "this is not a vault"
        case .newerFormat: "the vault was written by a later version"
        case .wrongOwner: "another user owns this"
        case .wrongMode: "other users can read or replace this"
        case .symbolicLink: "this is a symbolic link"
        case .notAFile: "this is not a regular file"
        case .noSpace: "there is no space left to write"
        case .readOnly: "this can't be written"
        case .inputOutput: "reading or writing failed"
        case .busy: "another process holds the vault"
        case .tooLarge: "a value is over its limit"
        case .invalidArgument: "an argument can't be used"
        case .sessionEnded: "the session has ended"
        case .attemptEnded: "the sign-in attempt has ended"
        case .wrongAdmission: "the admission belongs to something else"
        case .outOfMemory: "there is too little memory to derive the key"
        }
    }

    fileprivate var mend: String {
        switch kind {
        case .absent: "Make one with `Vault.create`, or open another path."
        case .alreadyExists:
            "Choose another path, or get a vault out of the way with `Vault.setAside`; nothing was overwritten."
        case .locked: "Unlock it with its passphrase or key file."
        case .auditOnly: "Unlock the vault with its owner's passphrase or key file."
        case .lastSlot: "Add another way in first with `addSlot`; nothing was removed."
        case .otherSlots: "Let them go with `removingOthers`, and add them again with `addSlot`; nothing was changed."
        case .keySourceUnavailable: "Check the key file's path, owner and mode (`chmod 600`), or use the passphrase."
        case .keyLost:
            """
            Use another way in, such as a recovery code. If all are lost, `Vault.setAside` keeps the file under another \
            name, so that `Vault.create` can begin a new one.
            """
        case .rolledBack:
            """
            Put the newest file back. After a restore from a backup, `Vault.acceptRollback` takes the older state for the \
            newest.
            """
        case .anchorUnavailable: "Mount its medium, or give the right anchor; the vault was left as it is."
        case .forked: "Open the vault again in this process."
        case .wrongKey: "Try again, or use another of the vault's slots; nothing was changed."
        case .tampered:
            """
            See what is concerned with `Vault.verify`; `Vault.repair` sets it aside and keeps the rest. Where that can't be \
            done, `Vault.setAside` and then `Vault.restore` take a backup in its place.
            """
        case .truncated:
            "Take a whole backup: `Vault.setAside` makes room for `Vault.restore`. The file was left as it is."
        case .notABackup: "Name a file that `Vault.backUp` made; nothing was written."
        case .notAVault: "Name the right file; this one was left as it is."
        case .newerFormat: "Update this program; the file was left as it is."
        case .wrongOwner: "Give it back with `sudo chown \"$USER\"`, or run as its owner."
        case .wrongMode: "Close it with `chmod 600` on the file and `chmod go-w` on its folder."
        case .symbolicLink: "Name the file itself."
        case .notAFile: "Name a file, not a folder or a device."
        case .noSpace: "Free some space or raise the quota, then try again; what was there is intact."
        case .readOnly: "Make it writable with `chmod u+w`, or move the vault to a writable place."
        case .inputOutput: "Check the disk (`dmesg`), then try again; what was there is intact."
        case .busy: "Try again; if it stays, look for a stopped process with `fuser`."
        case .tooLarge:
            """
            Store less, or allow a passphrase's slot its memory with `VaultOptions.passphraseMemoryLimitKiB`; nothing was \
            written.
            """
        case .invalidArgument: "Correct it and try again."
        case .sessionEnded: "Sign in again."
        case .attemptEnded: "Start a new sign-in."
        case .wrongAdmission: "Pass the answer again through the gate of this vault."
        case .outOfMemory: "Free memory or use another slot, then try again."
        }
    }
}

/// Something about a vault or its surroundings that its owner should know, with what mends it.
///
/// It holds no secret and no account, only tags.
public struct Finding: Sendable, Hashable {
    /// How much it matters.
    public enum Severity: Sendable, Hashable, Comparable, CustomStringConvertible {
        /// Good to know.
        case note
        /// Weakens what the vault defends.
        case warning
        /// Something is open or broken now.
        case serious

        /// Its name in reports.
        public var description: String {
            switch self {
            case .note: "note"
            case .warning: "warning"
            case .serious: "serious"
            }
        }
    }

    /// What it is about; new ones may come with new versions.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        /// The file or its write-ahead log is not for its owner alone.
        public static let fileMode = Code(description: "file-mode")
        /// Others can list the vault's folder.
        public static let folderMode = Code(description: "folder-mode")
        /// Another user owns the folder.
        public static let folderOwner = Code(description: "folder-owner")
        /// Secrets may be written to a swap device.
        public static let swap = Code(description: "swap")
        /// This process's crash would leave its memory in a file.
        public static let coreDumps = Code(description: "core-dumps")
        /// The keys are old.
        public static let oldKeys = Code(description: "old-keys")
        /// A passphrase's slot is cheap to guess at.
        public static let cheapPassphrase = Code(description: "cheap-passphrase")
        /// There is one way in, and no other.
        public static let singleSlot = Code(description: "single-slot")
        /// A session's token has ended.
        public static let expiredToken = Code(description: "expired-token")
        /// A session was admitted by a gate that lets everyone in.
        public static let openGate = Code(description: "open-gate")
        /// A value has no leak fingerprint.
        public static let uncovered = Code(description: "uncovered")
    }

    /// What it is about.
    public let code: Code
    /// How much it matters.
    public let severity: Severity
    /// What is the matter, in one sentence.
    public let text: String
    /// The command or setting that mends it, in one sentence.
    public let mend: String

    init(_ code: Code, _ severity: Severity, _ text: String, mend: String) {
        self.code = code
        self.severity = severity
        self.text = text
        self.mend = mend
    }
}

/// Something that happened to a vault: who came in by which gate, and what changed about its keys.
///
/// It names no account but by its tag, and holds no secret.
public struct JournalEvent: Sendable, Hashable {
    /// What happened; new kinds may come with new versions.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        let code: UInt8

        /// The vault was made.
        public static let created = Kind(code: 1)
        /// A session passed the gate and was written.
        public static let admitted = Kind(code: 2)
        /// A gate refused an account; written along with the next change, since a refusal itself writes nothing.
        public static let refused = Kind(code: 3)
        /// A session's tokens were replaced.
        public static let refreshed = Kind(code: 4)
        /// A refresh token was about to be spent.
        public static let refreshBegun = Kind(code: 5)
        /// A refresh was cut off, so that nobody knows whether its token is spent.
        public static let refreshInDoubt = Kind(code: 6)
        /// A session was removed.
        public static let signedOut = Kind(code: 7)
        /// A key slot was added; the number is the slot's.
        public static let slotAdded = Kind(code: 8)
        /// A key slot was removed; the number is the slot's.
        public static let slotRemoved = Kind(code: 9)
        /// New writes take new keys; the number is the epoch's.
        public static let rotated = Kind(code: 10)
        /// The root key was replaced.
        public static let rootReplaced = Kind(code: 11)
        /// The vault was restored from a backup; the number is the last write that the backup holds.
        public static let restored = Kind(code: 12)
        /// The vault was repaired; the number says how many records were set aside.
        public static let repaired = Kind(code: 13)
        /// An older state of the file was accepted; the number is the last write that it holds.
        public static let rollbackAccepted = Kind(code: 14)

        /// A refresh ended without its token being spent.
        public static let refreshAbandoned = Kind(code: 15)

        /// Its name in reports.
        public var description: String { Self.names[code] ?? "later-\(code)" }

        private static let names: [UInt8: String] = [
            1: "created", 2: "admitted", 3: "refused", 4: "refreshed", 5: "refresh-begun", 6: "refresh-in-doubt",
            7: "signed-out", 8: "slot-added", 9: "slot-removed", 10: "rotated", 11: "root-replaced", 12: "restored",
            13: "repaired", 14: "rollback-accepted", 15: "refresh-abandoned",
        ]
    }

    /// Why a gate refused; the role that was refused is not kept.
    public enum Refusal: UInt8, Sendable, Hashable, CustomStringConvertible {
        /// The account's role is not among those admitted.
        case roleNotAllowed = 1
        /// The answer named no role that can be read.
        case roleMissing = 2
        /// The account is disabled.
        case accountDisabled = 3
        /// The answer was about another account.
        case otherAccount = 4

        /// Its name in reports.
        public var description: String {
            switch self {
            case .roleNotAllowed: "role-not-allowed"
            case .roleMissing: "role-missing"
            case .accountDisabled: "account-disabled"
            case .otherAccount: "other-account"
            }
        }
    }

    /// What happened.
    public let kind: Kind
    /// When, by the machine's clock.
    public let time: UnixTime
    /// Stands for the account concerned; nil where there is none, and for a refusal.
    public let account: AccountTag?
    /// What a slot's, an epoch's or a count's event is about; 0 for the others.
    public let number: UInt64
    /// Why a gate refused; nil for every other kind.
    public let refusal: Refusal?
    let admission: AdmissionNote?

    init(
        _ kind: Kind, account: AccountTag? = nil, admission: AdmissionNote? = nil, number: UInt64 = 0,
        refusal: Refusal? = nil, time: UnixTime = .now
    ) {
        self.kind = kind
        self.time = time
        self.account = account
        self.number = number
        self.refusal = refusal
        self.admission = admission
    }

    /// The branch concerned.
    public var branch: SignInBranch? { admission?.branch }
    /// The gate that admitted or refused.
    public var policy: GatePolicy? { admission?.policy }
}

public import SessionVault

/// What an audit found, and how far it could look.
public struct LeakReport: Sendable {
    /// What the audit comes to.
    public enum Verdict: Sendable {
        /// Every value with a fingerprint was searched for everywhere, and nothing found.
        case clean
        /// A value, or a shape that was to be looked for, was found.
        case leaks
        /// Nothing was found, but a file or a record could not be read, or none of the values could be searched for.
        case undecided
    }

    /// The findings, file by file in the order given, each file from its start.
    public let findings: [LeakFinding]
    /// How many more findings there were in files that had over 10,000.
    public let omittedFindings: Int
    /// What only has the shape of a secret, in the same order; empty where the search was not to look for it.
    public let shapes: [ShapeFinding]
    /// How many more of these there were in files that had over 10,000.
    public let omittedShapes: Int
    /// The files that could not be read to their end, and why.
    public let unreadFiles: [UnreadFile]
    /// The values that are too short or too plain to be searched for safely.
    public let uncovered: [UncoveredValue]
    /// Records whose values are unknown since they do not open.
    public let unreadableRecords: Int
    /// How many values were searched for.
    public let searchedValues: Int
    /// How many bytes were searched, after unpacking.
    public let searchedBytes: Int

    /// What the audit comes to.
    public var verdict: Verdict {
        guard findings.isEmpty, shapes.isEmpty else { return .leaks }
        let searchesAny = searchedValues > 0 || uncovered.isEmpty
        return unreadFiles.isEmpty && unreadableRecords == 0 && searchesAny ? .clean : .undecided
    }
}

/// A value that no fingerprint describes.
public struct UncoveredValue: Sendable {
    /// Which value it is.
    public let value: AuditedValue
    /// Whose it is.
    public let account: AccountTag
}

/// A file that could not be searched to its end.
public struct UnreadFile: Sendable {
    /// Why not.
    public enum Reason: String, Sendable {
        /// It is not there.
        case absent
        /// It is a folder.
        case folder
        /// It is a device or a socket.
        case special
        /// It is one of the vault's own files: reading it here would give up the vault's locks. A copy can be searched.
        case vaultFile = "vault-file"
        /// The system denies access to it.
        case denied
        /// Reading failed.
        case inputOutput = "input-output"
        /// Its compression is broken or cut off.
        case brokenCompression = "broken-compression"
        /// It is packed in another way than gzip: its bytes were searched as they are, and not what is in them.
        case otherCompression = "other-compression"
    }

    /// The file, as it was named.
    public let file: String
    /// Why not.
    public let reason: Reason
}

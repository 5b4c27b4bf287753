import SafeLogging
import Sealing
public import SessionVault

/// Finds what a vault holds, or held, in logs.
///
/// It works from keyed fingerprints in the vault's sealed metadata: no token is opened, and a report shows none.
public struct LeakAudit: Sendable {
    let index: FingerprintIndex
    private let entries: [AuditEntry]
    private let uncovered: [UncoveredValue]
    private let unreadableRecords: Int
    private let chunkSize: Int
    private let own: OwnFiles

    /// Findings of one file that a report holds; it counts the others.
    package static let findingLimit = 10_000

    /// Prepares an audit of everything in `vault`, which has to be unlocked.
    public init(of vault: Vault) throws(VaultError) {
        try self.init(of: vault, chunkSize: 1_048_576)
    }

    package init(of vault: Vault, chunkSize: Int) throws(VaultError) {
        let inventory = try vault.auditEntries()
        var fingerprints: [SecretFingerprint] = []
        var entries: [AuditEntry] = []
        var uncovered: [UncoveredValue] = []
        var damaged = 0
        for entry in inventory.entries {
            if entry.fingerprint.isEmpty {
                uncovered.append(UncoveredValue(value: entry.value, account: entry.account))
                continue
            }
            guard let fingerprint = entry.fingerprint.withRawSpan({ try? SecretFingerprint(decoding: $0) }) else {
                damaged += 1
                continue
            }
            fingerprints.append(fingerprint)
            entries.append(entry)
        }
        index = FingerprintIndex(fingerprints, key: try vault.fingerprintKey())
        self.entries = entries
        self.uncovered = uncovered
        unreadableRecords = inventory.unreadableRecords + damaged
        self.chunkSize = chunkSize
        own = OwnFiles(vault: vault)
    }

    /// Searches `files`, each a path, or `-` for the standard input; gzip (RFC 1952) is unpacked.
    ///
    /// Searches with as many threads as there are processors, also one large file that is not packed, and reports files in the
    /// order given. Takes constant memory for any size, and time linear in it: about 1 MiB and 12 times the size of the longest
    /// value per processor; where text is dense with escapes, lists of bytes or other encodings up to 4 MiB more, with values
    /// of over 2 KiB up to 1,000 times the longest one's size. The findings of a few stretches of 1 MiB may wait for their turn
    /// besides. The vault's own files, by whatever name, are not read. A pipe is read until its last writer closes it, and
    /// waited for where it has none yet; devices and sockets are not read. A file is searched up to where reading it fails.
    ///
    /// - Parameters:
    ///   - files: The logs.
    ///   - shapes: Whether to look also for what has the shape of a token, a credential or a card number, and is no value of
    ///     the vault.
    ///   - progress: Told again and again how far the search has come, on any thread.
    public func scan(
        _ files: [String], shapes: Bool = false, progress: @escaping @Sendable (AuditProgress) -> Void = { _ in }
    ) -> LeakReport {
        scan(files, shapes: shapes, threads: nil, progress: progress)
    }

    package func scan(
        _ files: [String], shapes: Bool = false, threads: Int?,
        progress: @escaping @Sendable (AuditProgress) -> Void = { _ in }
    ) -> LeakReport {
        let search = WindowSearch(index, chunkSize: chunkSize, findsShapes: shapes)
        let scan = ParallelScan(files, search, limit: Self.findingLimit, refusing: own)
        return report(zip(files, scan.run(threads: threads, progress: progress)))
    }

    private func report(_ scans: Zip2Sequence<[String], [FileScan]>) -> LeakReport {
        LeakReport(
            findings: scans.flatMap { file, scan in scan.places.map { finding($0, in: file) } },
            omittedFindings: scans.reduce(0) { $0 + $1.1.omitted },
            shapes: scans.flatMap { file, scan in scan.shapes.map { shape($0, in: file) } },
            omittedShapes: scans.reduce(0) { $0 + $1.1.omittedShapes },
            unreadFiles: scans.compactMap { file, scan in scan.fault.map { UnreadFile(file: file, reason: $0) } },
            uncovered: uncovered, unreadableRecords: unreadableRecords, searchedValues: entries.count,
            searchedBytes: scans.reduce(0) { $0 + $1.1.searchedBytes })
    }

    private func finding(_ place: FileScan.Place, in file: String) -> LeakFinding {
        let entry = entries[place.match.secret]
        return LeakFinding(
            id: id(of: place, entry, in: file), file: file, line: place.line, bytes: place.bytes, value: entry.value,
            account: entry.account, encoding: "\(place.encoding.name)",
            extent: LeakFinding.Extent(place.match.extent), retired: entry.retired)
    }

    private func shape(_ place: ShapeScan.Place, in file: String) -> ShapeFinding {
        var identity = identity(of: place.bytes, in: file)
        identity.appendField(place.shape.rawValue.utf8)
        return ShapeFinding(
            id: index.key.name(of: identity.bytes), file: file, line: place.line, bytes: place.bytes,
            shape: place.shape.rawValue)
    }

    private func id(of place: FileScan.Place, _ entry: AuditEntry, in file: String) -> String {
        var identity = identity(of: place.bytes, in: file)
        identity.appendField("\(entry.account)".utf8)
        identity.append(entry.value.rawValue)
        identity.append(place.encoding.rawValue)
        identity.appendField(entry.fingerprint)
        return index.key.name(of: identity.bytes)
    }

    private func identity(of bytes: Range<Int>, in file: String) -> ByteWriter {
        var identity = ByteWriter()
        identity.appendField(file.utf8)
        identity.append(UInt64(bytes.lowerBound))
        identity.append(UInt64(bytes.upperBound))
        return identity
    }
}

extension LeakFinding.Extent {
    fileprivate init(_ extent: FingerprintMatch.Extent) {
        switch extent {
        case .whole: self = .whole
        case .head: self = .head
        case .tail: self = .tail
        }
    }
}

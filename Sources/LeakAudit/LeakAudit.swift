import SafeLogging
import Sealing
public import SessionVault

/// Finds what a vault holds, or held, in logs.
///
/// It works from keyed fingerprints in the vault's sealed metadata: no token is opened, and a report shows none.
public struct LeakAudit: Sendable {
    private let index: FingerprintIndex
    private let entries: [AuditEntry]
    private let uncovered: [UncoveredValue]
    private let unreadableRecords: Int

    /// Prepares an audit of everything in `vault`, which has to be unlocked.
    public init(of vault: Vault) throws(VaultError) {
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
    }

    /// Searches `files`, each a path, or `-` for the standard input; gzip is unpacked. Takes constant memory for any size.
    public func scan(_ files: [String]) -> LeakReport {
        var findings: [LeakFinding] = []
        var unread: [UnreadFile] = []
        var size = 0
        for file in files {
            var scan = LogScan(index)
            do throws(ReadFault) {
                size += try scan.run(file) { findings.append(finding($0, in: file)) }
            } catch { unread.append(UnreadFile(file: file, reason: error.reason)) }
        }
        return LeakReport(
            findings: findings, unreadFiles: unread, uncovered: uncovered, unreadableRecords: unreadableRecords,
            searchedValues: entries.count, searchedBytes: size)
    }

    private func finding(_ place: LogScan.Place, in file: String) -> LeakFinding {
        let entry = entries[place.match.secret]
        var identity = ByteWriter()
        identity.append(entry.fingerprint)
        identity.appendField(file.utf8)
        identity.append(UInt64(place.bytes.lowerBound))
        let digest = identity.bytes.withRawSpan { KeyedHash.digest($0, size: 16) }
        return LeakFinding(
            id: digest.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined(), file: file,
            line: place.line, bytes: place.bytes, value: entry.value, account: entry.account,
            encoding: "\(place.match.form.name)", extent: LeakFinding.Extent(place.match.extent),
            retired: entry.retired)
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

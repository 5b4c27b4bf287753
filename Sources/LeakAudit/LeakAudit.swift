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
    private let chunkSize: Int

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
    }

    /// Searches `files`, each a path, or `-` for the standard input; gzip (RFC 1952) is unpacked.
    ///
    /// Takes constant memory for any size, and time linear in it. A pipe is read until its last writer closes it, and
    /// waited for where it has none yet; devices and sockets are not read. Of a file that breaks off, what could be read
    /// is searched.
    public func scan(_ files: [String]) -> LeakReport {
        var findings: [LeakFinding] = []
        var unread: [UnreadFile] = []
        var omitted = 0
        var size = 0
        for file in files {
            var places: [LogScan.Place] = []
            var scan = LogScan(index, chunkSize: chunkSize)
            do throws(ReadFault) {
                try scan.run(file) { place in
                    if places.count < Self.findingLimit { places.append(place) } else { omitted += 1 }
                }
            } catch { unread.append(UnreadFile(file: file, reason: error.reason)) }
            size += scan.searchedBytes
            findings += ordered(places).map { finding($0, in: file) }
        }
        return LeakReport(
            findings: findings, omittedFindings: omitted, unreadFiles: unread, uncovered: uncovered,
            unreadableRecords: unreadableRecords, searchedValues: entries.count, searchedBytes: size)
    }

    /// The places from the file's start.
    private func ordered(_ places: [LogScan.Place]) -> [LogScan.Place] {
        places.sorted {
            ($0.bytes.lowerBound, -$0.bytes.upperBound) < ($1.bytes.lowerBound, -$1.bytes.upperBound)
        }
    }

    private func finding(_ place: LogScan.Place, in file: String) -> LeakFinding {
        let entry = entries[place.match.secret]
        return LeakFinding(
            id: id(of: place, entry, in: file), file: file, line: place.line, bytes: place.bytes, value: entry.value,
            account: entry.account, encoding: "\(place.encoding.name)",
            extent: LeakFinding.Extent(place.match.extent), retired: entry.retired)
    }

    private func id(of place: LogScan.Place, _ entry: AuditEntry, in file: String) -> String {
        var identity = ByteWriter()
        identity.appendField(entry.fingerprint)
        identity.appendField("\(entry.account)".utf8)
        identity.append(entry.value.rawValue)
        identity.append(place.encoding.rawValue)
        identity.append(UInt64(place.bytes.lowerBound))
        identity.append(UInt64(place.bytes.upperBound))
        identity.appendField(file.utf8)
        let digest = identity.bytes.withRawSpan { KeyedHash.digest($0, size: 16) }
        return digest.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
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

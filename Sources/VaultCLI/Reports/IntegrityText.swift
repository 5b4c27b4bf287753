import SessionVault

/// Whether a vault is as it was written, in sentences.
enum IntegrityText {
    static func sentences(of report: VaultReport) -> [(String, Tone)] {
        guard let integrity = report.integrity else { return auditSentences(of: report) }
        guard !integrity.isIntact else {
            return [("Intact: key slots, manifest and every record are as they were written.", .good)]
        }
        var sentences: [(String, Tone)] = []
        if !integrity.isHeaderIntact { sentences.append(("The key slots or epochs were altered.", .bad)) }
        if let manifest = sentence(on: integrity.manifest) { sentences.append((manifest, .bad)) }
        if !integrity.isReadThrough {
            sentences.append(("The file is damaged: not every record can be read.", .bad))
        }
        let damaged = integrity.damaged.count
        if damaged > 0 {
            sentences.append(("\(Wording.plural(damaged, "record does", "records do")) not open.", .bad))
        }
        sentences.append(("What opens stays usable. Restore the rest from a backup, or sign in again.", .plain))
        return sentences
    }

    private static func auditSentences(of report: VaultReport) -> [(String, Tone)] {
        let damaged = report.damagedRecords.count
        let finding: (String, Tone) =
            damaged == 0
            ? ("The metadata of every record are as they were written.", .good)
            : ("The metadata of \(Wording.plural(damaged, "record")) do not open.", .bad)
        return [
            finding, ("This is an auditor's key: key slots, manifest and bodies could not be checked.", .caution),
        ]
    }

    private static func sentence(on manifest: VaultIntegrity.ManifestState) -> String? {
        switch manifest {
        case .intact: nil
        case .recordsMissing(let count): "\(Wording.plural(count, "record is", "records are")) missing."
        case .recordsAdded(let count): "\(Wording.plural(count, "record was", "records were")) added from outside."
        case .recordsChanged: "A record was altered, exchanged or put back to an older copy."
        case .unreadable: "The manifest does not open, so nobody can tell whether a record is missing."
        }
    }
}

import SessionVault

/// Whether a vault is as it was written, in sentences.
enum IntegrityText {
    static func sentences(of report: VaultReport) -> [(String, Tone)] {
        report.integrity.map(sentences) ?? auditSentences(of: report)
    }

    static func sentences(of integrity: VaultIntegrity) -> [(String, Tone)] {
        var sentences = damage(in: integrity)
        if sentences.isEmpty {
            sentences.append(("Intact: key slots, manifest, journal and records are as they were written.", .good))
        } else {
            sentences.append(
                (
                    "What opens stays usable. `vault repair` sets the rest aside; `vault set-aside` and `vault restore` take "
                        + "a backup instead.", .plain
                ))
        }
        if integrity.laterRecordCount > 0 {
            let records = Wording.plural(integrity.laterRecordCount, "record is", "records are")
            sentences.append(("\(records) of a later version and could not be checked.", .caution))
        }
        if integrity.quarantinedCount > 0 {
            let records = Wording.plural(integrity.quarantinedCount, "record was", "records were")
            sentences.append(
                ("\(records) set aside by a repair; `vault repair --discard` deletes what is set aside.", .caution))
        }
        return sentences
    }

    private static func damage(in integrity: VaultIntegrity) -> [(String, Tone)] {
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
        return sentences + JournalText.sentences(on: integrity.journalBreaks).map { ($0, .bad) }
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

    static func sentence(on manifest: VaultIntegrity.ManifestState) -> String? {
        switch manifest {
        case .intact: nil
        case .recordsMissing(let count): "\(Wording.plural(count, "record is", "records are")) missing."
        case .recordsAdded(let count): "\(Wording.plural(count, "record was", "records were")) added from outside."
        case .recordsChanged: "A record was altered, exchanged or put back to an older copy."
        case .unreadable: "The manifest does not open, so nobody can tell whether a record is missing."
        }
    }

    static func name(of part: VaultIntegrity.Part) -> String {
        switch part {
        case .metadata: "metadata"
        case .body: "body"
        }
    }
}

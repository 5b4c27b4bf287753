extension VaultReport {
    /// What should be mended about the vault and its surroundings, the most serious first.
    ///
    /// - Parameter now: the time by which keys are old and tokens have ended.
    public func findings(at now: UnixTime = .now) -> [Finding] {
        let found = placeFindings + processFindings + keyFindings(at: now) + sessionFindings(at: now) + coverageFindings
        return found.enumerated().sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
            .map(\.element)
    }

    private var placeFindings: [Finding] {
        var found: [Finding] = []
        for (file, name) in [(outline.file, "vault"), (outline.writeAheadLog ?? outline.file, "write-ahead log")]
        where file.mode & 0o077 != 0 {
            found.append(
                Finding(
                    .fileMode, .serious, "Other users have rights on the \(name)'s file.",
                    mend: "Take them away with `chmod 600`."))
        }
        if outline.folder.mode & 0o077 != 0 {
            found.append(
                Finding(
                    .folderMode, .note, "Other users can see that there is a vault in its folder.",
                    mend: "Close the folder with `chmod 700`."))
        }
        if outline.folder.owner != outline.file.owner {
            found.append(
                Finding(
                    .folderOwner, .warning, "Another user owns the vault's folder, and could replace the file.",
                    mend: "Move the vault into a folder of your own."))
        }
        return found
    }

    private var processFindings: [Finding] {
        var found: [Finding] = []
        if !isLockedInMemory, surroundings.hasSwap {
            found.append(
                Finding(
                    .swap, .warning, "Secrets in memory may be written to a swap device.",
                    mend: "Raise `ulimit -l`, or encrypt the swap."))
        } else if surroundings.hasSwap {
            found.append(
                Finding(
                    .swap, .note, "There is a swap device; secrets are locked out of it, hibernation excepted.",
                    mend: "Encrypt the swap if the machine hibernates."))
        }
        if surroundings.dumpsCore {
            found.append(
                Finding(
                    .coreDumps, .warning, "A crash of this process would leave its memory in a core file.",
                    mend: "Set `ulimit -c 0`, or LimitCORE=0 in the service."))
        }
        return found
    }

    private func keyFindings(at now: UnixTime) -> [Finding] {
        var found: [Finding] = []
        let renewals = journal.entries.compactMap(\.event).filter { [.created, .rotated, .restored].contains($0.kind) }
        if let last = renewals.last(where: { $0.kind != .restored })?.time,
            last.advanced(bySeconds: Self.keyLife) < now
        {
            found.append(
                Finding(
                    .oldKeys, .note, "The keys are more than a year old.", mend: "Make new ones with `vault rotate`."))
        }
        for slot in outline.slots {
            guard let cost = slot.cost, cost.passes * cost.memoryKiB < Self.fairWork else { continue }
            found.append(
                Finding(
                    .cheapPassphrase, .warning,
                    "The passphrase of slot \(slot.number) costs little to guess at: \(cost.memoryKiB / 1_024) MiB, "
                        + "\(cost.passes) passes.", mend: "Renew it with `vault slots change \(slot.number)`."))
        }
        if outline.slots.count(where: { $0.scope == "owner" }) == 1 {
            found.append(
                Finding(
                    .singleSlot, .note, "There is one way in; whoever loses it loses the vault.",
                    mend: "Add another with `vault slots add recovery-code`."))
        }
        return found
    }

    private func sessionFindings(at now: UnixTime) -> [Finding] {
        sessions.flatMap { session -> [Finding] in
            var found: [Finding] = []
            if session.policy == .open {
                found.append(
                    Finding(
                        .openGate, .warning, "\(session.account) was admitted by a gate that lets every role in.",
                        mend: "Sign in again with `vault login --admit`."))
            }
            if let end = session.expiry.time, end <= now {
                found.append(
                    Finding(
                        .expiredToken, .note, "The access token of \(session.account) has ended.",
                        mend: "Ask the server with `vault status --check`, or remove it with `vault logout`."))
            }
            return found
        }
    }

    private var coverageFindings: [Finding] {
        let uncovered = records.compactMap(\.details).flatMap(\.coverage).count { !$0.isCovered && $0.retired == nil }
        guard uncovered > 0 else { return [] }
        return [
            Finding(
                .uncovered, .note,
                uncovered == 1
                    ? "One of the values is too short or too simple to be found in logs."
                    : "\(uncovered) of the values are too short or too simple to be found in logs.",
                mend: "Have logs mask them by field name; a longer random value is found.")
        ]
    }

    /// A year, in seconds.
    private static let keyLife: Int64 = 31_536_000
    /// Passes times KiB: 3 passes over 64 MiB (RFC 9106, second recommended option).
    private static let fairWork = 196_608
}

import LeakAudit
import SessionVault

/// What every report of a search for leaks says in words.
enum LeakWording {
    static func extent(_ extent: LeakFinding.Extent) -> String {
        switch extent {
        case .whole: "the whole"
        case .head: "the beginning of the"
        case .tail: "the end of the"
        }
    }

    /// What a finding is, without its place.
    static func description(of finding: LeakFinding) -> String {
        "\(extent(finding.extent)) \(finding.value) of \(finding.account) as \(finding.encoding), \(state(of: finding))"
    }

    static func state(of finding: LeakFinding) -> String {
        finding.retired.map { "retired \(Wording.time($0))" } ?? "in use"
    }

    static func description(of finding: ShapeFinding) -> String {
        switch finding.shape {
        case "json-web-token": "something with the shape of a JSON Web Token"
        case "card-number": "something with the shape of a card number"
        default: "something with the shape of credentials"
        }
    }

    static func reason(_ reason: UnreadFile.Reason) -> String {
        switch reason {
        case .absent: "there is no such file"
        case .folder: "this is a folder; name the files in it"
        case .special: "this is a device or a socket, not a log"
        case .vaultFile:
            "this is a file of the vault, which nobody else may open while the vault is in use; make a copy with `cp` and name that"
        case .denied: "the system denies access"
        case .inputOutput: "reading failed"
        case .brokenCompression: "its compression is broken or cut off"
        case .otherCompression: "it is packed, and not with gzip: unpack it first"
        }
    }

    static func gap(_ value: UncoveredValue) -> String {
        "the \(value.value) of \(value.account): too easy to guess to be searched for safely"
    }

    /// What to do about values in use that have leaked, by their kinds.
    static func mends(of report: LeakReport) -> [String] {
        let values = Set(report.findings.filter { $0.retired == nil }.map(\.value))
        var mends: [String] = []
        if values.contains(.secret) {
            mends.append(
                "A secret in use has leaked: get a new one where it is from, and store that with `vault secret set`; "
                    + "`vault secret list` shows which has the tag.")
        }
        if values.contains(where: { $0 != .secret }) {
            mends.append(
                "A session's value in use has leaked: end the session with `vault logout --account TAG`, and sign in again."
            )
        }
        return mends
    }

    static func unreadableRecords(_ count: Int) -> String {
        "\(Wording.plural(count, "record does", "records do")) not open; see `vault inspect`."
    }

    static func summary(of search: LeakSearchResult) -> String {
        "Searched \(Wording.plural(search.files.count, "file")), \(Wording.number(search.report.searchedBytes)) bytes, "
            + "for \(Wording.plural(search.report.searchedValues, "value")) of the vault"
            + (search.findsShapes ? ", and for shapes of secrets." : ".")
    }

    static func verdict(of report: LeakReport) -> String {
        switch report.verdict {
        case .clean: return "Clean: nothing that was searched for is there."
        case .undecided:
            return report.searchedValues > 0
                ? "Nothing was found, but not everything could be searched."
                : "Nothing was searched for: no value of the vault has a fingerprint."
        case .leaks:
            let leaks = report.findings.count + report.omittedFindings
            let shapes = report.shapes.count + report.omittedShapes
            let counts = [
                leaks > 0 ? Wording.plural(leaks, "leak") : nil,
                shapes > 0 ? Wording.plural(shapes, "suspicion") : nil,
            ]
            return counts.compactMap(\.self).joined(separator: " and ") + " found."
        }
    }
}

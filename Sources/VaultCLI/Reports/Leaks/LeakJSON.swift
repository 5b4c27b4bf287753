import LeakAudit
import SessionVault

/// What a search for leaks found, for programs.
enum LeakJSON {
    static func value(_ report: LeakReport) -> JSONValue {
        .answer(
            "leaks/1",
            [
                ("verdict", .string("\(report.verdict)")), ("searched_bytes", .integer(report.searchedBytes)),
                ("searched_values", .integer(report.searchedValues)),
                ("findings", .array(report.findings.map(finding))),
                ("shapes", .array(report.shapes.map(shape))),
                (
                    "unread_files",
                    .array(
                        report.unreadFiles.map {
                            .object([("file", .string($0.file)), ("reason", .string($0.reason.rawValue))])
                        })
                ),
                (
                    "uncovered",
                    .array(
                        report.uncovered.map {
                            .object([
                                ("value", .string($0.value.description)), ("account", .string($0.account.description)),
                            ])
                        })
                ),
                ("omitted_findings", .integer(report.omittedFindings)),
                ("omitted_shapes", .integer(report.omittedShapes)),
                ("unreadable_records", .integer(report.unreadableRecords)),
            ])
    }

    private static func finding(_ finding: LeakFinding) -> JSONValue {
        .object([
            ("id", .string(finding.id)), ("file", .string(finding.file)), ("line", .integer(finding.line)),
            ("first_byte", .integer(finding.bytes.lowerBound)), ("end_byte", .integer(finding.bytes.upperBound)),
            ("value", .string(finding.value.description)), ("account", .string(finding.account.description)),
            ("encoding", .string(finding.encoding)), ("extent", .string(finding.extent.rawValue)),
            ("retired", .text(finding.retired.map(Wording.exactTime))),
        ])
    }

    private static func shape(_ finding: ShapeFinding) -> JSONValue {
        .object([
            ("id", .string(finding.id)), ("file", .string(finding.file)), ("line", .integer(finding.line)),
            ("first_byte", .integer(finding.bytes.lowerBound)), ("end_byte", .integer(finding.bytes.upperBound)),
            ("shape", .string(finding.shape)),
        ])
    }
}

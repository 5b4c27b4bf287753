import LeakAudit
import SessionVault

/// What a search for leaks found, as a log in SARIF 2.1.0 (OASIS), which code scanners and their dashboards read.
enum LeakSARIF {
    /// Rules by their place in the log.
    private enum Rule: Int, CaseIterable {
        case leakedValue
        case leakedRetiredValue
        case secretShape

        var id: String {
            switch self {
            case .leakedValue: "leaked-value"
            case .leakedRetiredValue: "leaked-retired-value"
            case .secretShape: "secret-shape"
            }
        }

        var explanation: String {
            switch self {
            case .leakedValue: "A value that the vault holds stands in a log."
            case .leakedRetiredValue: "A value that the vault held until it was replaced stands in a log."
            case .secretShape: "Something with the shape of a secret stands in a log."
            }
        }

        var level: String { self == .leakedValue ? "error" : "warning" }
    }

    static func log(_ search: LeakSearchResult) -> JSONValue {
        .object([
            (
                "$schema",
                .string("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
            ),
            ("version", .string("2.1.0")),
            ("runs", .array([run(search)])),
        ])
    }

    private static func run(_ search: LeakSearchResult) -> JSONValue {
        let report = search.report
        return .object([
            (
                "tool",
                .object([
                    (
                        "driver",
                        .object([
                            ("name", .string("vault inspect")), ("semanticVersion", .string(VersionCommand.version)),
                            ("rules", .array(Rule.allCases.map(rule))),
                        ])
                    )
                ])
            ),
            ("invocations", .array([invocation(search)])),
            ("results", .array(report.findings.map(result) + report.shapes.map(result))),
            (
                "properties",
                .object([
                    ("verdict", .string("\(report.verdict)")), ("searchedBytes", .integer(report.searchedBytes)),
                    ("searchedValues", .integer(report.searchedValues)),
                    ("omittedResults", .integer(report.omittedFindings + report.omittedShapes)),
                ])
            ),
        ])
    }

    private static func rule(_ rule: Rule) -> JSONValue {
        .object([
            ("id", .string(rule.id)), ("shortDescription", message(rule.explanation)),
            ("defaultConfiguration", .object([("level", .string(rule.level))])),
        ])
    }

    /// What could not be searched stands here, since it is no result.
    private static func invocation(_ search: LeakSearchResult) -> JSONValue {
        let report = search.report
        var notices = report.unreadFiles.map { unread in
            notice(
                "error", LeakWording.reason(unread.reason),
                [("locations", .array([location(unread.file, region: nil)]))])
        }
        if report.unreadableRecords > 0 {
            notices.append(notice("error", LeakWording.unreadableRecords(report.unreadableRecords)))
        }
        notices += report.uncovered.map { notice("note", LeakWording.gap($0)) }
        return .object([
            ("executionSuccessful", .bool(report.unreadFiles.isEmpty && report.unreadableRecords == 0)),
            ("exitCode", .integer(search.status.rawValue)),
            ("startTimeUtc", .string(Wording.exactTime(search.began))),
            ("toolExecutionNotifications", .array(notices)),
        ])
    }

    private static func notice(
        _ level: String, _ text: String, _ more: [(String, JSONValue)] = []
    ) -> JSONValue {
        .object([("level", .string(level)), ("message", message(text))] + more)
    }

    private static func result(_ finding: LeakFinding) -> JSONValue {
        result(
            finding.retired == nil ? .leakedValue : .leakedRetiredValue, LeakWording.description(of: finding),
            finding.id, location(finding.file, region: region(finding.line, finding.bytes)))
    }

    private static func result(_ finding: ShapeFinding) -> JSONValue {
        result(
            .secretShape, LeakWording.description(of: finding), finding.id,
            location(finding.file, region: region(finding.line, finding.bytes)))
    }

    private static func result(_ rule: Rule, _ text: String, _ id: String, _ location: JSONValue) -> JSONValue {
        .object([
            ("ruleId", .string(rule.id)), ("ruleIndex", .integer(rule.rawValue)), ("level", .string(rule.level)),
            ("message", message(text)), ("locations", .array([location])),
            ("partialFingerprints", .object([("place/v1", .string(id))])),
        ])
    }

    private static func message(_ text: String) -> JSONValue { .object([("text", .string(text))]) }

    private static func region(_ line: Int, _ bytes: Range<Int>) -> JSONValue {
        .object([
            ("startLine", .integer(line)), ("byteOffset", .integer(bytes.lowerBound)),
            ("byteLength", .integer(bytes.count)),
        ])
    }

    private static func location(_ file: String, region: JSONValue?) -> JSONValue {
        let artifact = JSONValue.object([("uri", .string(uri(of: file)))])
        let place = [("artifactLocation", artifact)] + (region.map { [("region", $0)] } ?? [])
        return .object([("physicalLocation", .object(place))])
    }

    /// A file's path as a URI reference (RFC 3986).
    private static func uri(of file: String) -> String {
        guard file != "-" else { return "stdin" }
        let hexadecimal = Array("0123456789ABCDEF".utf8)
        var path: [UInt8] = []
        for byte in file.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                path.append(byte)
            default: path += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            }
        }
        return (file.hasPrefix("/") ? "file://" : "") + String(decoding: path, as: UTF8.self)
    }
}

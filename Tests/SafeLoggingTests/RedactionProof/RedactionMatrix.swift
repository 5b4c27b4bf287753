import Foundation
import Sealing

@testable import SafeLogging

/// What stands in the output for each kind of value, way into the log, level and path.
struct RedactionMatrix {
    struct Row {
        let channel: String
        let path: String
        /// By kind; nil where there is nothing to try.
        let isShown: [Bool?]
    }

    private(set) var rows: [Row] = []
    /// Everything that came out, one entry a row.
    private(set) var outputs: [[UInt8]] = []
    /// The values that processes had in hand when they crashed.
    private(set) var crashSecrets: [String] = []

    /// Where the lines of a log go.
    enum Path: String, CaseIterable {
        case file = "file"
        case jsonLines = "JSON Lines"
        case memory = "record"
    }

    static let levels: [LogLevel] = [.debug, .info, .notice, .warning, .error]

    /// Logs every canary in every way, at every level, to every path, and searches what comes out.
    mutating func addLogging() throws {
        for channel in ProofChannel.all {
            var shown = Path.allCases.map { _ in [Bool?](repeating: false, count: ProofCanary.all.count) }
            var texts = Path.allCases.map { _ in "" }
            for (number, canary) in ProofCanary.all.enumerated() {
                for level in Self.levels {
                    let outputs = try Self.outputs(of: channel, level, canary)
                    for (path, output) in outputs.enumerated() {
                        texts[path] += output + "\n"
                        if canary.isShown(in: output) { shown[path][number] = true }
                    }
                }
            }
            rows += zip(Path.allCases, shown).map { Row(channel: channel.name, path: $0.rawValue, isShown: $1) }
            outputs += texts.map { Array($0.utf8) }
        }
    }

    private static func outputs(of channel: ProofChannel, _ level: LogLevel, _ canary: ProofCanary) throws -> [String] {
        let directory = ScratchDirectory()
        let registry = SecretRegistry()
        if let kind = canary.kind { registry.publish(Sample.secret(canary.value), as: kind) }
        let memory = MemorySink()
        let files = [
            try FileSink(path: directory.path + "/text"),
            try FileSink(path: directory.path + "/json", format: .jsonLines),
        ]
        let sinks: [any LogSink] = files + [memory]
        let log = SafeLogger(
            category: "proof", minimumLevel: .debug,
            pipeline: LogPipeline(
                sinks: sinks, correlationKey: CorrelationKey(copying: .random(), epoch: 1), lineLimit: 8_192,
                registry: registry))
        channel.write(log, level, canary)
        for file in files { file.flush(within: .seconds(60)) }
        let json = try directory.lines(of: "json").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String]
            return line + "\n" + (object?["message"] ?? "")
        }
        return [
            directory.lines(of: "text").joined(separator: "\n"), json.joined(separator: "\n"),
            memory.records.map { "\($0)" }.joined(separator: "\n"),
        ]
    }

    /// Text that other code writes, scrubbed as it passes, in two writes cut at any byte.
    mutating func addStreams() {
        var passed: [UInt8] = []
        let isShown = ProofCanary.all.map { canary -> Bool? in
            let registry = SecretRegistry()
            if let kind = canary.kind { registry.publish(Sample.secret(canary.value), as: kind) }
            let text = Array("a \(canary.value) b\n".utf8)
            let results = (0...text.count).map { cut in
                var stream = StreamScrubber(registry: registry)
                return stream.write(Array(text[..<cut])) + stream.write(Array(text[cut...])) + stream.finish()
            }
            passed += results.joined()
            return results.contains { canary.isShown(in: String(decoding: $0, as: UTF8.self)) }
        }
        rows.append(Row(channel: "text of other code, through the stream scrubber", path: "stream", isShown: isShown))
        outputs.append(passed)
    }

    /// Processes that crash in eight ways with values of three kinds in hand.
    mutating func addCrashes() async throws {
        for protection in CrashTests.Protection.allCases {
            var traces: Set<String> = []
            var left: [UInt8] = []
            for way in CrashTests.ways {
                let secrets = CrashSecrets()
                let child = try await CrashTests.crash(way, secrets, protection)
                crashSecrets += [secrets.token, secrets.password]
                left += child.output + child.core
                traces.formUnion(secrets.traces(in: child.output + child.core))
            }
            let kinds = ["access token": "token", "password": "password", "one-time code": "code"]
            let isShown = ProofCanary.all.map { canary in kinds[canary.name].map { traces.contains($0) } }
            let channel = "crash in eight ways, protected by its \(protection)"
            rows.append(Row(channel: channel, path: "output, core", isShown: isShown))
            outputs.append(left)
        }
    }

    /// The document.
    var markdown: String {
        let kinds = ProofCanary.all.map(\.name)
        let lines = rows.map { row in
            let cells = row.isShown.map { $0.map { $0 ? "**shown**" : "hidden" } ?? "" }
            return "| \(row.channel) | \(row.path) | \(cells.joined(separator: " | ")) |"
        }
        return """
            # Redaction proof

            A made-up value of each kind goes into the log in every way, at every level (debug, info, notice, warning, error), \
            and all output is searched for it in every encoding. *Hidden* means: at no level and in no encoding, neither \
            whole nor in part. Then a vault takes up all these values, and its leak audit has to find none of them in the same \
            output. `swift test --filter RedactionProof` fails where this table is not what it finds; \
            `UPDATE_REDACTION_PROOF=1` in its environment writes it anew.

            What is **shown** was marked `.public` as a plain text, and is no value that a search can know: a code under 8 \
            bytes is masked by its type and by its field's name, an address by not being marked, and a card number that no vault \
            holds is known as it is written, not by its encodings. A value of the types \
            `SecretBytes` and `Sensitive` has no public form: that does not compile.

            | way into the log | path | \(kinds.joined(separator: " | ")) |
            |---|---|\(kinds.map { _ in "---|" }.joined())
            \(lines.joined(separator: "\n"))

            """
    }
}

import Foundation
import LeakAudit
import TestSupport
import Testing

@testable import SafeLogging

@Suite("Redaction proof", .enabled(if: !Sanitizer.isActive, "the sanitizers take the signals of crashes"))
struct RedactionProofTests {
    private static let document = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "REDACTION.md")

    @Test(
        "C1, L27, L32: no value of any kind gets out through any API, level, error or crash; REDACTION.md says what was tried",
        .timeLimit(.minutes(5)))
    func matrix() async throws {
        var matrix = RedactionMatrix()
        try matrix.addLogging()
        matrix.addStreams()
        try await matrix.addCrashes()
        for row in matrix.rows {
            let shown = zip(ProofCanary.all, row.isShown).filter { $0.1 == true }.map(\.0)
            let isEncoded = row.channel.contains("encodings")
            let mayShow = Set(["one-time code", "e-mail address"] + (isEncoded ? ["card number"] : []))
            #expect(shown.allSatisfy { mayShow.contains($0.name) }, "\(row)")
            #expect(shown.isEmpty || row.channel.contains("public") || row.path == "stream", "\(row)")
            #expect(!row.channel.contains("unmarked") || shown.isEmpty, "\(row)")
        }
        let report = try ProofAudit(of: ProofCanary.all.map(\.value) + matrix.crashSecrets).search(matrix.outputs)
        #expect(report.findings.isEmpty && report.shapes.isEmpty && report.unreadFiles.isEmpty)
        #expect(
            report.searchedBytes == matrix.outputs.reduce(0) { $0 + $1.count }
                && matrix.outputs.count == matrix.rows.count)
        if ProcessInfo.processInfo.environment["UPDATE_REDACTION_PROOF"] != nil {
            try matrix.markdown.write(to: Self.document, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: Self.document, encoding: .utf8) == matrix.markdown)
    }

    @Test(
        "The search finds a value in each encoding, beside other text and cut to one of its ends",
        arguments: ProofCanary.all)
    func finds(canary: ProofCanary) {
        for encoding in canary.encodings { #expect(canary.isShown(in: "x=\(encoding);"), "\(encoding)") }
        #expect(canary.isShown(in: "x \(canary.value.prefix(16))"))
        #expect(canary.isShown(in: "x \(canary.value.suffix(16))"))
        #expect(!canary.isShown(in: "a <redacted> 12345 <private> eyJhbGciOi"))
    }

    @Test("The audit that searches the output finds each value that is long enough, in each encoding")
    func auditFinds() throws {
        let audit = try ProofAudit(of: ProofCanary.all.map(\.value))
        for canary in ProofCanary.all {
            for encoding in canary.encodings {
                let report = try audit.search([Array("x=\(encoding);".utf8)])
                #expect(report.findings.count == (canary.isAudited ? 1 : 0), "\(canary.name): \(encoding)")
            }
        }
    }
}

import SessionAuth

/// What became of each part of a cleanup, in words: each part by itself, since none stands for another.
enum CleanupText {
    /// Rows of a table: the part, and what became of it.
    static func rows(_ report: CleanupReport) -> [[Page.Cell]] {
        parts(of: report).map { [.init($0.words), cell(of: $0.outcome)] }
    }

    static func json(_ report: CleanupReport) -> JSONValue {
        .object(parts(of: report).map { ($0.key, .string($0.outcome.description)) })
    }

    /// Tells whether each part was done, or had nothing to do.
    static func isComplete(_ report: CleanupReport) -> Bool {
        parts(of: report).allSatisfy { [.done, .notNeeded].contains($0.outcome) }
    }

    private struct Part {
        let key: String
        let words: String
        let outcome: CleanupOutcome
    }

    private static func parts(of report: CleanupReport) -> [Part] {
        [
            Part(key: "server_logout", words: "session ended at the server", outcome: report.serverLogout),
            Part(key: "provider_cleanup", words: "provider's session ended", outcome: report.providerCleanup),
            Part(key: "revocation", words: "token made useless", outcome: report.revocation),
            Part(key: "local_cleanup", words: "removed from this machine", outcome: report.localCleanup),
        ]
    }

    private static func cell(of outcome: CleanupOutcome) -> Page.Cell {
        switch outcome {
        case .done: .init("done", .good)
        case .notNeeded: .init("not needed")
        case .timedOut: .init("no answer in time: it may or may not have been done", .caution)
        case .failed(let fault): .init("failed (\(fault))", .bad)
        }
    }
}

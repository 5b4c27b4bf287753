/// The measurements of one suite.
struct SuiteReport {
    let name: String
    let measurements: [Measurement]
    let figures: [Figure]
    let skipped: [(name: String, reason: String)]
}

/// Everything that one run of the command found out.
struct Report {
    let isSmoke: Bool
    let machine: Machine
    let suites: [SuiteReport]
}

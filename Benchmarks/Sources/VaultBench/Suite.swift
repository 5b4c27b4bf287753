/// A family of comparisons.
protocol Suite: SendableMetatype {
    /// The word that selects it on the command line.
    static var name: String { get }

    /// What it compares, in one line for the help.
    static var summary: String { get }

    /// Hands each comparison to `bench` while what the comparison needs is there.
    static func compare(_ bench: Bench) throws
}

/// All suites.
///
/// A new one is a file in `Suites` and a line here.
let allSuites: [any Suite.Type] = [
    CryptoSuite.self, StorageSuite.self, ScaleSuite.self, OpenSuite.self, KeyringSuite.self, CommandSuite.self,
    LogSuite.self, ScanSuite.self,
]

/// Measures the comparisons of one suite.
final class Bench {
    private let run: PairedRun
    private let filter: String
    private(set) var measurements: [Measurement] = []
    /// Comparisons whose peer is not here, with the reason.
    private(set) var skipped: [(name: String, reason: String)] = []

    /// Measures those alone whose names contain `filter`.
    init(_ run: PairedRun, filter: String) {
        self.run = run
        self.filter = filter
    }

    var isSmoke: Bool { run.effort.isSmoke }

    func measure(_ comparison: Comparison) {
        guard filter.isEmpty || comparison.name.contains(filter) else { return }
        measurements.append(run.measure(comparison))
    }

    func skip(_ name: String, because reason: String) {
        guard filter.isEmpty || name.contains(filter) else { return }
        skipped.append((name, reason))
    }

}

/// A family of comparisons.
protocol Suite: SendableMetatype {
    /// The word that selects it on the command line.
    static var name: String { get }

    /// What it compares, in one line for the help.
    static var summary: String { get }

    /// Whether it takes so long that it runs only where it is named.
    static var isOnRequest: Bool { get }

    /// Hands each comparison to `bench` while what the comparison needs is there.
    static func compare(_ bench: Bench) throws
}

extension Suite {
    static var isOnRequest: Bool { false }
}

/// All suites.
///
/// A new one is a file in `Suites` and a line here.
let allSuites: [any Suite.Type] = [
    CryptoSuite.self, StorageSuite.self, ScaleSuite.self, RotationSuite.self, OpenSuite.self, KeyringSuite.self,
    CommandSuite.self, SignInSuite.self, LogSuite.self, ScrubSuite.self, ScanSuite.self, MillionSuite.self,
]

/// Measures the comparisons of one suite.
final class Bench {
    private let run: PairedRun
    private let filter: String
    /// Bytes of log that are searched.
    let logSize: Int
    private(set) var measurements: [Measurement] = []
    private(set) var figures: [Figure] = []
    /// Comparisons whose peer is not here, with the reason.
    private(set) var skipped: [(name: String, reason: String)] = []

    /// Measures those alone whose names contain `filter`.
    init(_ run: PairedRun, filter: String, logSize: Int) {
        self.run = run
        self.filter = filter
        self.logSize = logSize
    }

    var isSmoke: Bool { run.effort.isSmoke }

    /// Tells whether the row of that name is asked for, before it costs anything.
    func wants(_ name: String) -> Bool { filter.isEmpty || name.contains(filter) }

    /// Returns what came out, or nil where nobody asked for it.
    @discardableResult
    func measure(_ comparison: Comparison) -> Measurement? {
        guard wants(comparison.name) else { return nil }
        let measurement = run.measure(comparison)
        measurements.append(measurement)
        return measurement
    }

    /// Takes down a number that is no comparison.
    func tell(
        _ name: String, in unit: String, reach: Figure.Reach? = nil, note: String, _ value: () throws -> Double
    ) rethrows {
        guard wants(name) else { return }
        figures.append(Figure(name: name, value: try value(), unit: unit, reach: reach, note: note))
    }

    func skip(_ name: String, because reason: String) {
        guard wants(name) else { return }
        skipped.append((name, reason))
    }
}

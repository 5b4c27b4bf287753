/// A family of comparisons.
protocol Suite: SendableMetatype {
    /// The word that selects it on the command line.
    static var name: String { get }

    /// What it compares, in one line for the help.
    static var summary: String { get }

    /// Hands each comparison to `run` while what the comparison needs is there.
    static func compare(_ run: (Comparison) -> Void)
}

/// All suites.
///
/// A new one is a file in `Suites` and a line here.
let allSuites: [any Suite.Type] = [
    CryptoSuite.self, StorageSuite.self, OpenSuite.self, ScanSuite.self, LogSuite.self,
]

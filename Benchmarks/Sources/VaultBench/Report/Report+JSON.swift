import FoundationEssentials

extension Report {
    /// One JSON object; times are nanoseconds an operation.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return String(decoding: try encoder.encode(JSONReport(self)), as: UTF8.self)
        }
    }
}

private struct JSONReport: Encodable {
    struct Side: Encodable {
        let operationsPerBatch: Int
        let medianNanoseconds: Double
        let p99Nanoseconds: Double

        init(_ side: Measurement.Side) {
            operationsPerBatch = side.batch
            medianNanoseconds = side.times.median
            p99Nanoseconds = side.times.percentile(99)
        }
    }

    struct Ratio: Encodable {
        let median: Double
        let p10: Double
        let p90: Double
    }

    struct Comparison: Encodable {
        let suite: String
        let name: String
        let peerCall: String
        let rounds: Int
        let ours: Side
        let peer: Side
        let ratio: Ratio
        let reach: Double?
        let verdict: Measurement.Verdict
        let isSpreadWide: Bool

        init(suite: String, _ found: Measurement) {
            self.suite = suite
            name = found.name
            peerCall = found.peer
            rounds = found.rounds
            reach = found.reach
            verdict = found.verdict
            isSpreadWide = found.isSpreadWide
            ours = Side(found.ours)
            peer = Side(found.theirs)
            ratio = Ratio(
                median: found.ratio.median, p10: found.ratio.percentile(10), p90: found.ratio.percentile(90))
        }
    }

    let isSmoke: Bool
    let processor: String
    let processorCount: Int
    let libsodium: String
    let comparisons: [Comparison]
    let figures: [Number]
    let skipped: [Skipped]

    /// A number that is no comparison; of the limits it has at most one.
    struct Number: Encodable {
        let suite: String
        let name: String
        let value: Double
        let unit: String
        let note: String
        let atMost: Double?
        let atLeast: Double?
        let verdict: Measurement.Verdict

        init(suite: String, _ found: Figure) {
            self.suite = suite
            name = found.name
            value = found.value
            unit = found.unit
            note = found.note
            verdict = found.verdict
            switch found.reach {
            case nil: (atMost, atLeast) = (nil, nil)
            case .atMost(let limit): (atMost, atLeast) = (limit, nil)
            case .atLeast(let limit): (atMost, atLeast) = (nil, limit)
            }
        }
    }

    struct Skipped: Encodable {
        let name: String
        let reason: String
    }

    init(_ report: Report) {
        isSmoke = report.isSmoke
        processor = report.machine.processor
        processorCount = report.machine.processorCount
        libsodium = report.machine.libsodium
        comparisons = report.suites.flatMap { suite in
            suite.measurements.map { Comparison(suite: suite.name, $0) }
        }
        figures = report.suites.flatMap { suite in suite.figures.map { Number(suite: suite.name, $0) } }
        skipped = report.suites.flatMap { suite in suite.skipped.map { Skipped(name: $0.name, reason: $0.reason) } }
    }
}

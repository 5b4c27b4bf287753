extension Report {
    /// A table for people.
    var text: String {
        var lines = ["\(machine.processor), \(machine.processorCount) processors, libsodium \(machine.libsodium)"]
        if isSmoke { lines.append("smoke run: the numbers mean little") }
        for suite in suites {
            lines += ["", suite.name]
            lines.append(row("", "ours", "p99", "peer", "p99", "ratio", "p10 to p90", "reach", "peer"))
            lines += suite.measurements.map(row)
            lines += suite.figures.map(row)
            lines += suite.skipped.map { "  \($0.name): not measured, since \($0.reason)" }
        }
        return lines.joined(separator: "\n")
    }

    private func row(_ found: Measurement) -> String {
        let (ours, theirs, ratio) = (found.ours.times, found.theirs.times, found.ratio)
        return row(
            found.name, time(ours.median), time(ours.percentile(99)), time(theirs.median), time(theirs.percentile(99)),
            factor(ratio.median) + "×", "\(factor(ratio.percentile(10))) to \(factor(ratio.percentile(90)))",
            reach(found), found.peer)
    }

    private func row(_ found: Figure) -> String {
        let name = "  " + found.name + String(repeating: " ", count: max(0, 46 - found.name.count))
        return
            "\(name)  \(number(found))\(reach(found).map { ", \($0) \(found.verdict.rawValue)" } ?? "")  \(found.note)"
    }

    func number(_ figure: Figure) -> String { "\(figure.value.plain) \(figure.unit)" }

    /// What a figure should be; nil where that is open.
    func reach(_ figure: Figure) -> String? {
        switch figure.reach {
        case nil: nil
        case .atMost(let limit): "≤ \(limit.plain)"
        case .atLeast(let limit): "≥ \(limit.plain)"
        }
    }

    private func row(_ name: String, _ columns: String...) -> String {
        let widths = [10, 10, 10, 10, 10, 20, 32]
        let aligned = zip(columns, widths).map { column, width in column.padded(to: width) }
        return "  " + name + String(repeating: " ", count: max(0, 46 - name.count)) + aligned.joined()
            + "  " + columns.dropFirst(widths.count).joined()
    }

    private func reach(_ found: Measurement) -> String {
        guard let reach = found.reach else { return "" }
        let spread = found.isSpreadWide && found.verdict != .reached ? ", spread is wide" : ""
        return "≤\(factor(reach)) \(found.verdict.rawValue)\(spread)"
    }

    /// Two digits after the point, and as many as it takes for two that count.
    func factor(_ ratio: Double) -> String {
        var digits = 2
        var scaled = ratio
        while scaled > 0, scaled < 0.1, digits < 6 {
            scaled *= 10
            digits += 1
        }
        return ratio.fixed(digits)
    }

    func time(_ nanoseconds: Double) -> String {
        switch nanoseconds {
        case ..<1_000: nanoseconds.fixed(0) + " ns"
        case ..<1_000_000: (nanoseconds / 1_000).fixed(2) + " µs"
        case ..<1_000_000_000: (nanoseconds / 1_000_000).fixed(2) + " ms"
        default: (nanoseconds / 1_000_000_000).fixed(2) + " s"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}

extension Double {
    /// The number with one digit after the point where there is one, and two below ten.
    fileprivate var plain: String {
        self == rounded() || self >= 1_000 ? fixed(0) : fixed(self < 10 ? 2 : 1)
    }

    /// The number with so many digits after the point.
    func fixed(_ digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { scale, _ in scale * 10 }
        let scaled = Int((self * Double(scale)).rounded())
        guard digits > 0 else { return String(scaled) }
        let fraction = String(scaled % scale)
        return "\(scaled / scale).\(String(repeating: "0", count: digits - fraction.count))\(fraction)"
    }
}

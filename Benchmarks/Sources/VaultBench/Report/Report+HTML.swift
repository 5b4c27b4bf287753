import FoundationEssentials
import Glibc

extension Report {
    /// One page without anything from elsewhere: a table, and for each row where the ratios of its pairs lie.
    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>SessionVault, measured</title>
        <style>\(Self.style)</style>
        <h1>SessionVault, measured</h1>
        <p>\(text(machine.processor)), \(machine.processorCount) processors, libsodium \(text(machine.libsodium)), \
        \(Date.now.formatted(.iso8601)). Each row is an interleaved pair in one run: a ratio below 1 means that ours is \
        quicker.\(isSmoke ? " <strong>Smoke run: the numbers mean little.</strong>" : "")</p>
        \(suites.map(section).joined(separator: "\n"))
        <p>The bar reaches from the 10th to the 90th percentile of the pairs' ratios, the thick part from quartile to \
        quartile, the notch is the median, the line is the ratio to reach. The scale is logarithmic, from \
        1/10,000 to 1,000.</p>
        </html>

        """
    }

    private static let style = """
        :root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --faint: #6a737d; --good: #1a7f37; --bad: #b3261e; \
        --rule: #d8dee4 }
        @media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --faint: #9aa4af; --good: #4ac26b; \
        --bad: #ff7b72; --rule: #30363d } }
        body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 76rem; \
        margin: 2rem auto; padding: 0 1rem }
        .wide { overflow-x: auto } table { border-collapse: collapse; width: 100% }
        th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--rule); text-align: left; vertical-align: middle }
        td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
        .faint, th { color: var(--faint); font-weight: normal } .reached { color: var(--good) } .missed { color: var(--bad) }
        svg { width: 15rem; height: 1.5rem; display: block } .bar { fill: var(--faint); opacity: .45 }
        .box, .notch { fill: var(--ink) } .reach { stroke: var(--good); stroke-width: 1.5; stroke-dasharray: 3 2 }
        .one { stroke: var(--rule) }
        """

    private func section(_ suite: SuiteReport) -> String {
        """
        <h2>\(text(suite.name))</h2>
        <div class="wide"><table>
        <tr><th>work<th>ours<th>p99<th>peer<th>p99<th>ratio<th>to reach<th>ratios of the pairs<th>what the peer does</tr>
        \((suite.measurements.map(row) + suite.figures.map(row)).joined(separator: "\n"))
        \(suite.skipped.map { "<tr><td>\(text($0.name))<td class=faint colspan=8>not measured: \(text($0.reason))</tr>" }
            .joined(separator: "\n"))
        </table></div>
        """
    }

    private func row(_ found: Measurement) -> String {
        let (ours, theirs) = (found.ours.times, found.theirs.times)
        let numbers = [ours.median, ours.percentile(99), theirs.median, theirs.percentile(99)]
        let spread = found.isSpreadWide ? " <span class=faint>(spread is wide)</span>" : ""
        let reach = found.reach.map { "≤ \(factor($0)) <span class=\(found.verdict)>\(found.verdict)</span>" } ?? ""
        return "<tr><td>\(text(found.name))" + numbers.map { "<td class=number>\(time($0))" }.joined()
            + "<td class=number>\(factor(found.ratio.median)) ×<td>\(reach)\(spread)<td>\(plot(found))"
            + "<td class=faint>\(text(found.peer))</tr>"
    }

    private func row(_ found: Figure) -> String {
        let reach = reach(found).map { "\(text($0)) <span class=\(found.verdict)>\(found.verdict)</span>" } ?? ""
        return "<tr><td>\(text(found.name))<td class=number>\(text(number(found)))<td colspan=4><td>\(reach)<td>"
            + "<td class=faint>\(text(found.note))</tr>"
    }

    /// Where the ratios lie, between 1/10,000 and 1,000.
    private func plot(_ found: Measurement) -> String {
        func place(_ ratio: Double) -> String {
            let exponent = min(max(log10(max(ratio, 1e-6)), -4), 3)
            return ((exponent + 4) / 7 * 240).fixed(1)
        }
        func box(_ name: String, _ from: Double, _ to: Double, _ top: Int, _ height: Int) -> String {
            let (left, right) = (place(from), place(to))
            let width = max((Double(right) ?? 0) - (Double(left) ?? 0), 1.5)
            return "<rect class=\(name) x=\(left) y=\(top) width=\(width.fixed(1)) height=\(height) />"
        }
        let (ratio, one) = (found.ratio, place(1))
        let reach = found.reach.map { "<line class=reach x1=\(place($0)) x2=\(place($0)) y1=0 y2=24 />" } ?? ""
        let words =
            "median \(factor(ratio.median)), p10 \(factor(ratio.percentile(10))), p90 \(factor(ratio.percentile(90)))"
        return "<svg viewBox=\"0 0 240 24\" role=img aria-label=\"\(words)\"><title>\(words)</title>"
            + "<line class=one x1=\(one) x2=\(one) y1=0 y2=24 />" + reach
            + box("bar", ratio.percentile(10), ratio.percentile(90), 10, 4)
            + box("box", ratio.percentile(25), ratio.percentile(75), 8, 8)
            + box("notch", ratio.median, ratio.median, 3, 18) + "</svg>"
    }

    private func text(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            default: escaped.append(character)
            }
        }
    }
}

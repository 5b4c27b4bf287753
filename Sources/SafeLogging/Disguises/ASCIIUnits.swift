import Sealing

/// Finds in long runs of digits what may stand for text in ASCII; almost all runs are noise, of which one unit in many is looked
/// at.
///
/// A unit is the fewest digits that stand for whole bytes.
enum ASCIIUnits {
    /// Hands over, widened by `margin` digits, each part of `run` in which `count` units or more follow on each other that pass
    /// `isASCII`; it is asked of the place where a unit begins.
    ///
    /// Units are counted from the run's beginning, and so are parts.
    @inline(__always)
    static func forEachPart(
        of run: Range<Int>, unit: Int, atLeast count: Int, margin: Int, where isASCII: (Int) -> Bool,
        _ body: (Range<Int>) -> Void
    ) {
        let margin = (margin + unit - 1) / unit * unit
        let size = unit * count
        var (first, pending) = (run.lowerBound, run.lowerBound..<run.lowerBound)
        while first + size <= run.upperBound {
            var place = first + size - unit
            while place >= first, isASCII(place) { place -= unit }
            guard place < first else {
                first = place + unit
                continue
            }
            var end = first + size
            while end + unit <= run.upperBound, isASCII(end) { end += unit }
            let part = max(run.lowerBound, first - margin)..<min(run.upperBound, end + margin)
            if part.lowerBound <= pending.upperBound {
                pending = (pending.isEmpty ? part.lowerBound : pending.lowerBound)..<part.upperBound
            } else {
                if !pending.isEmpty { body(pending) }
                pending = part
            }
            first = end + unit
        }
        if !pending.isEmpty { body(pending) }
    }
}

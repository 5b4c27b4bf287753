/// Scrubs text that arrives in pieces, cut anywhere.
///
/// It lets go of whole lines, and of text without a line end once 64 KiB are held. A secret that a cut divides is held back
/// until all of it is there. A match that is still open at that size is replaced, and the rest of its line dropped.
package struct StreamScrubber: Sendable {
    private static let heldLimit = 65_536
    /// How much a shape may need to be recognised.
    private static let shapeOverlap = 4_096

    private let scrubber: Scrubber
    private var held: [UInt8] = []
    private var isDroppingLine = false
    /// Size at which held text is looked at again, so that an open match isn't searched for anew with every byte.
    private var nextLook = 0

    /// A scrubber for the secrets of `registry`.
    package init(registry: SecretRegistry = .process) {
        scrubber = Scrubber(registry: registry)
    }

    /// Takes more text, and returns what can be let go.
    package mutating func write(_ bytes: [UInt8]) -> [UInt8] {
        var more = bytes[...]
        if isDroppingLine {
            guard let end = more.firstIndex(of: UInt8(ascii: "\n")) else { return [] }
            more = more[end...]
            isDroppingLine = false
        }
        held += more
        guard held.count >= nextLook else { return [] }
        return release(upTo: boundary())
    }

    /// Returns the rest.
    package mutating func finish() -> [UInt8] {
        defer { held = [] }
        return scrubber.scrub(held)
    }

    private func boundary() -> Int {
        let (overlap, hasLines) = scrubber.registry.withSnapshot { snapshot, _ in
            (max(snapshot.index.overlap, snapshot.exact.longest, Self.shapeOverlap), snapshot.hasMultilineSecrets)
        }
        if !hasLines, let lineEnd = held.lastIndex(of: UInt8(ascii: "\n")) { return lineEnd + 1 }
        return held.count > Self.heldLimit + overlap ? held.count - overlap : 0
    }

    private mutating func release(upTo boundary: Int) -> [UInt8] {
        guard boundary > 0 else { return [] }
        let spans = scrubber.spans(in: held)
        var end = boundary
        if let crossing = spans.united().last(where: { isOpen($0, at: boundary) }) { end = crossing.lowerBound }
        guard end > 0 || held.count <= Self.heldLimit else {
            held = []
            isDroppingLine = true
            nextLook = 0
            return Array(Redaction.mark.utf8)
        }
        nextLook = end < boundary ? 2 * (held.count - end) : 0
        let released = spans.replaced(in: held, upTo: end)
        held.removeFirst(end)
        return released
    }

    private func isOpen(_ span: Range<Int>, at boundary: Int) -> Bool {
        span.lowerBound < boundary && (span.upperBound > boundary || span.upperBound == held.count)
    }
}

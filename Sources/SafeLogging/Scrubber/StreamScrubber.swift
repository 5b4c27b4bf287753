/// Scrubs text that arrives in pieces, cut anywhere.
///
/// It lets go of whole lines, and of text without a line end once 64 KiB are held. Bytes inside a match that is still open
/// are held back with the line they stand in; one that is open at 128 KiB is replaced, and the rest of its line dropped.
package struct StreamScrubber: Sendable {
    private static let heldLimit = 65_536
    private static let openLimit = 131_072
    /// How much of the text a shape may need in view to be recognised.
    private static let shapeOverlap = 4_096
    /// How far before a match the name may stand that makes it one.
    private static let context = 128

    private let scrubber: Scrubber
    private var held: [UInt8] = []
    /// Behind the last line end in the held text, or 0.
    private var lineEnd = 0
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
        if let end = more.lastIndex(of: UInt8(ascii: "\n")) { lineEnd = held.count + end - more.startIndex + 1 }
        held += more
        guard held.count >= nextLook, lineEnd > 0 || held.count > Self.heldLimit else { return [] }
        return release(upTo: boundary())
    }

    /// Returns the rest.
    package mutating func finish() -> [UInt8] {
        defer { hold(from: held.count) }
        return scrubber.scrub(held)
    }

    private func boundary() -> Int {
        let overlap = max(scrubber.registry.index.view.longest, Self.shapeOverlap)
        if !scrubber.registry.hasMultilineSecrets, lineEnd > 0 { return lineEnd }
        return held.count > Self.heldLimit + overlap ? held.count - overlap : 0
    }

    private mutating func release(upTo boundary: Int) -> [UInt8] {
        guard boundary > 0 else { return [] }
        let spans = scrubber.spans(in: held)
        var end = boundary
        for span in spans.united() where span.upperBound >= end && span.lowerBound < end + Self.context {
            guard span.upperBound < held.count else { return holdBack(span, spans) }
            // In whole lines nothing before the cut bears on what is behind it.
            if end != lineEnd || span.lowerBound < end { end = span.upperBound }
        }
        defer { hold(from: end) }
        return spans.replaced(in: held, upTo: end)
    }

    /// Lets go of the lines before an open match, or of all before it where it is too long to wait for its end.
    private mutating func holdBack(_ open: Range<Int>, _ spans: RedactionSpans) -> [UInt8] {
        guard held.count <= Self.openLimit else {
            defer {
                hold(from: held.count)
                isDroppingLine = true
            }
            return spans.replaced(in: held, upTo: open.lowerBound) + Redaction.mark.utf8
        }
        let end = held[..<open.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let released = spans.replaced(in: held, upTo: end)
        hold(from: end)
        nextLook = 2 * held.count
        return released
    }

    private mutating func hold(from start: Int) {
        held.removeFirst(start)
        lineEnd = max(0, lineEnd - start)
        nextLook = 0
    }
}

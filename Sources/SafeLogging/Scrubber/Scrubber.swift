import Sealing

/// Replaces secrets in text by `<redacted>`: every value that the process knows of, in every form, whole or cut to one
/// of its ends, and whatever has the shape of a token, a credential or a card number.
///
/// Takes time linear in the text.
package struct Scrubber: Sendable {
    let registry: SecretRegistry

    /// A scrubber for the secrets of `registry`.
    package init(registry: SecretRegistry = .process) {
        self.registry = registry
    }

    /// The text with each secret replaced; where secrets overlap, all of them go.
    package func scrub(_ text: [UInt8]) -> [UInt8] {
        spans(in: text).replaced(in: text)
    }

    /// Where secrets stand in the text.
    func spans(in text: [UInt8]) -> RedactionSpans {
        var spans = RedactionSpans()
        registry.withSnapshot { snapshot, key in
            guard !snapshot.isEmpty else { return }
            Self.search(text, snapshot, key, depth: 0) { spans.add($0) }
        }
        SecretShape.searchAll(text) { spans.add($0) }
        return spans
    }

    /// How many encodings may lie around a form of a secret.
    private static let depthLimit = 3

    /// Searches the text, and what it hides.
    private static func search(
        _ text: [UInt8], _ snapshot: SecretRegistry.Snapshot, _ key: borrowing FingerprintKey, depth: Int,
        report: (Range<Int>) -> Void
    ) {
        KnownValueSearch.search(text, snapshot, key, report: report)
        guard depth < depthLimit else { return }
        for decoder in TextDecoder.allCases where depth <= decoder.deepest {
            guard let decoded = decoder.decode(text) else { continue }
            search(decoded.bytes, snapshot, key, depth: depth + 1) { report(decoded.originalRange($0)) }
        }
    }
}

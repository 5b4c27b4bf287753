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
            KnownValueSearch.search(text, snapshot, key) { spans.add($0) }
            guard FoldedText.isNeeded(for: text) else { return }
            let folded = FoldedText(text)
            KnownValueSearch.search(folded.bytes, snapshot, key) { spans.add(folded.originalRange($0)) }
        }
        for shape in SecretShape.all { shape.search(text) { spans.add($0) } }
        return spans
    }
}

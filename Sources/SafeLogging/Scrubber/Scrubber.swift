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
        let view = registry.index.view
        let runs = ShapeSearch.searchAll(text) { spans.add($0, of: text) }
        if !view.isEmpty {
            let isDecoding = TextDecoder.all.contains { $0.mayDecode(runs, view.shortest) }
            var room = isDecoding ? registry.index.takeRoom() : DecodingRoom()
            search(text, runs, view, depth: 0, &room) { spans.add($0, of: text) }
            if isDecoding { registry.index.giveBack(room) }
        }
        return spans
    }

    /// Searches the text, and what it hides.
    private func search(
        _ text: [UInt8], _ runs: TextRuns, _ view: LiveIndex.View, depth: Int, _ room: inout DecodingRoom,
        report: (Range<Int>) -> Void
    ) {
        KnownValueSearch.search(text, registry.index, view, report: report)
        for decoder in TextDecoder.all where depth <= decoder.deepest && decoder.mayDecode(runs, view.shortest) {
            var decoded = room.take()
            decoder.decode(text, into: &decoded, shortest: view.shortest)
            if decoded.bytes.count >= view.shortest {
                let runs = depth < TextDecoder.deepestOfAll ? TextRuns(of: decoded.bytes) : TextRuns()
                search(decoded.bytes, runs, view, depth: depth + 1, &room) { report(decoded.originalRange($0)) }
            }
            room.giveBack(decoded)
        }
    }
}

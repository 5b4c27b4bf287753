import Sealing

/// Decodes bytes that were printed one by one or in groups, as ``ByteLists`` does.
enum ByteListText {
    /// Hands over the bytes of each list that may hold a value; other text is skipped as far as it shows that there is none.
    static func decode(_ text: RawSpan, _ body: (MappedText) -> Void) {
        var mapped = MappedText()
        DigitRuns.byteLists.forEach(in: text, 0..<text.byteCount) { run in
            guard let list = ByteLists.decode([UInt8](copying: text.extracting(run))) else { return }
            for (index, byte) in list.bytes.enumerated() {
                let origin = list.originalRange(index..<(index + 1))
                mapped.beginPiece(.unit(origin.count), from: run.lowerBound + origin.lowerBound)
                mapped.append(byte)
            }
            if mapped.bytes.count >= Disguise.batch {
                body(mapped)
                mapped.removeAll()
            }
        }
        if !mapped.isEmpty { body(mapped) }
    }
}

import Sealing

/// Decodes bytes that were printed one by one or in groups, as ``ByteLists`` does.
enum ByteListText {
    /// Lists of fewer bytes hold no end of a value.
    private static let shortest = 24

    /// Hands over the bytes of each list that may hold a value; other text is skipped as far as it shows that there is none.
    static func decode(
        _ text: RawSpan, reach: Int, madeAs origin: MappedText?, _ body: (MappedText) -> Void
    ) {
        var mapped = MappedText()
        DigitRuns.byteLists.forEach(in: text) { run in
            if let origin, origin.isKnown(run) { return }
            let separators = run.count { ByteLists.isSeparator(text.byte(at: $0)) }
            // Digits without any between them are decoded as such.
            guard separators > 0 else { return }
            for radix in ByteLists.radixes where radix == 16 || separators >= shortest - 1 {
                decode(text.extracting(run), from: run.lowerBound, radix, reach, into: &mapped, body)
            }
        }
        if !mapped.isEmpty { body(mapped) }
    }

    private static func decode(
        _ run: RawSpan, from origin: Int, _ radix: UInt32, _ reach: Int, into mapped: inout MappedText,
        _ body: (MappedText) -> Void
    ) {
        var index = 0
        while index < run.byteCount {
            let start = mapped.end
            var isHandedOver = false
            let next = ByteLists.forEachItem(in: run, from: index, radix: radix) { item in
                ByteLists.forEachByte(of: item, in: run, radix) { byte, place in
                    mapped.beginPiece(.unit(place.count), from: origin + place.lowerBound)
                    mapped.append(byte)
                    if mapped.handOver(repeating: FingerprintIndex.growth * reach, body) { isHandedOver = true }
                }
            }
            if !isHandedOver, mapped.bytes.count - start.bytes < shortest {
                mapped.remove(from: start)
            } else {
                mapped.appendBreak(at: origin + next)
            }
            index = max(next, index + 1)
        }
    }
}

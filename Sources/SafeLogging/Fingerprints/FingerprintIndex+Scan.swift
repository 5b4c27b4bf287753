import Sealing

extension FingerprintIndex {
    /// Reports every known secret in `bytes`.
    ///
    /// For a stream, scan chunk after chunk, each beginning with at least ``overlap`` bytes of the one before: say how many
    /// in `repeating`, and whether nothing follows in `isLast`. Each occurrence is then reported once, when all of it is in
    /// view. Positions count from the start of `bytes`. Takes time linear in the text.
    package func scan(
        _ bytes: RawSpan, repeating: Int = 0, isLast: Bool = true, report: (FingerprintMatch) -> Void
    ) {
        guard !isEmpty else { return }
        var pass = Pass(repeated: repeating, isLast: isLast, budget: 1 << 20 + 16 * bytes.byteCount)
        var position = 0
        while let candidate = table.nextCandidate(in: bytes, from: position, hash: key.window) {
            table.forEach(candidate.hash) { item in
                let anchor = anchors[Int(item.anchor)]
                if item.isTail {
                    let end = candidate.position + WindowHash.windowSize + Int(item.distance)
                    examineTail(anchor, end: end, of: bytes, in: &pass, report)
                } else {
                    examineHead(anchor, start: candidate.position - Int(item.distance), of: bytes, in: &pass, report)
                }
            }
            position = candidate.position + WindowHash.windowSize
        }
    }

    private struct Pass {
        /// Occurrences that end within so many bytes were reported with the chunk before.
        let repeated: Int
        let isLast: Bool
        /// How many bytes may still be hashed to confirm whole forms, so that a text made of one secret's ends can't make
        /// the scan hash that secret's length again and again.
        var budget: Int
        /// The latest occurrence of a whole form.
        ///
        /// The two byte orders of UTF-16 differ by a shift of one byte, so that an end of one stands inside the other.
        var latestWhole = 0..<0
    }

    private func examineHead(
        _ anchor: Anchor, start: Int, of bytes: RawSpan, in pass: inout Pass, _ report: (FingerprintMatch) -> Void
    ) {
        let size = SecretFingerprint.anchorSize
        guard start >= 0, start + size <= bytes.byteCount,
            key.window(bytes, at: start) == anchor.outer, key.window(bytes, at: start + 7) == anchor.inner,
            key.confirm(.head, ofText: bytes.extracting(start..<(start + size))).first == anchor.confirm
        else { return }
        var cut: Member?
        for member in anchor.members {
            let end = start + member.length
            guard end > pass.repeated else {
                if hasTail(member, end: end, of: bytes) { pass.latestWhole = start..<end }
                continue
            }
            guard end <= bytes.byteCount || pass.isLast else { continue }
            if hasTail(member, end: end, of: bytes) {
                if confirmWhole(member, start: start, of: bytes, in: &pass) {
                    pass.latestWhole = start..<end
                    return report(member.match(.whole, start..<end))
                }
                reportEnd(member, .tail, (end - size)..<end, in: pass, report)
            }
            cut = cut ?? member
        }
        if let cut { reportEnd(cut, .head, start..<(start + size), in: pass, report) }
    }

    private func examineTail(
        _ anchor: Anchor, end: Int, of bytes: RawSpan, in pass: inout Pass, _ report: (FingerprintMatch) -> Void
    ) {
        let size = SecretFingerprint.anchorSize
        guard end <= bytes.byteCount, end >= size, end > pass.repeated,
            key.window(bytes, at: end - 8) == anchor.outer, key.window(bytes, at: end - 15) == anchor.inner,
            key.confirm(.tail, ofText: bytes.extracting((end - size)..<end)).first == anchor.confirm
        else { return }
        for member in anchor.members {
            let start = end - member.length
            guard start >= 0, key.window(bytes, at: start) == member.headWindow else { continue }
            // Its head was found, and the occurrence reported from there.
            if member.headIsEvidence { return }
            if confirmWhole(member, start: start, of: bytes, in: &pass) {
                pass.latestWhole = start..<end
                return report(member.match(.whole, start..<end))
            }
        }
        if let member = anchor.members.first { reportEnd(member, .tail, (end - size)..<end, in: pass, report) }
    }

    private func reportEnd(
        _ member: Member, _ extent: FingerprintMatch.Extent, _ range: Range<Int>, in pass: Pass,
        _ report: (FingerprintMatch) -> Void
    ) {
        guard range.lowerBound < pass.latestWhole.lowerBound || range.upperBound > pass.latestWhole.upperBound else {
            return
        }
        report(member.match(extent, range))
    }

    private func hasTail(_ member: Member, end: Int, of bytes: RawSpan) -> Bool {
        guard end <= bytes.byteCount else { return false }
        return key.window(bytes, at: end - WindowHash.windowSize) == member.tailWindow
    }

    private func confirmWhole(_ member: Member, start: Int, of bytes: RawSpan, in pass: inout Pass) -> Bool {
        pass.budget -= member.length
        guard pass.budget >= 0 else { return false }
        return key.confirm(.whole, ofText: bytes.extracting(start..<(start + member.length))) == member.whole
    }
}

extension FingerprintIndex.Member {
    fileprivate func match(_ extent: FingerprintMatch.Extent, _ range: Range<Int>) -> FingerprintMatch {
        FingerprintMatch(secret: secret, form: form, extent: extent, range: range, formLength: length)
    }
}

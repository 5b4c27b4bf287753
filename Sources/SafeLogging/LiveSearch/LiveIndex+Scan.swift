import Sealing

extension LiveIndex {
    /// Reports every known secret in `bytes`.
    ///
    /// For a stream, scan chunk after chunk, each beginning with at least ``overlap`` bytes of the one before: say how many
    /// in `repeating`, and whether nothing follows in `isLast`. Each occurrence is then reported once, when all of it is in
    /// view. Positions count from the start of `bytes`. Takes time linear in the text.
    func scan(
        _ bytes: RawSpan, repeating: Int = 0, isLast: Bool = true, report: (LiveMatch) -> Void
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
        /// The latest occurrence of a whole form, and whose it is.
        ///
        /// The two byte orders of UTF-16 differ by a shift of one byte, so that an end of one stands inside the other.
        private(set) var latestWhole = 0..<0
        private(set) var latestSecrets: [Int] = []

        init(repeated: Int, isLast: Bool, budget: Int) {
            self.repeated = repeated
            self.isLast = isLast
            self.budget = budget
        }

        mutating func note(_ secret: Int, _ range: Range<Int>) {
            if range != latestWhole { latestSecrets = [] }
            latestWhole = range
            latestSecrets.append(secret)
        }

        func isInsideWhole(_ range: Range<Int>, of secret: Int) -> Bool {
            latestWhole.contains(range.lowerBound) && range.upperBound <= latestWhole.upperBound
                && latestSecrets.contains(secret)
        }
    }

    /// Decides on all members at once, when the longest is in view, so that no chunk's end changes what is reported.
    private func examineHead(
        _ anchor: Anchor, start: Int, of bytes: RawSpan, in pass: inout Pass, _ report: (LiveMatch) -> Void
    ) {
        let size = LiveFingerprint.anchorSize
        let longestEnd = start + anchor.longest
        guard start >= 0, start + size <= bytes.byteCount, longestEnd <= bytes.byteCount || pass.isLast,
            key.window(bytes, at: start) == anchor.outer, key.window(bytes, at: start + 7) == anchor.inner,
            key.confirm(.head, ofText: bytes.extracting(start..<(start + size))).first == anchor.confirm
        else { return }
        let isReported = longestEnd <= pass.repeated
        var isPartOfWhole = false
        for member in anchor.members {
            let end = start + member.length
            guard end <= bytes.byteCount,
                key.window(bytes, at: end - WindowHash.windowSize) == member.tailWindow,
                confirmWhole(member, start: start, of: bytes, in: &pass)
            else { continue }
            isPartOfWhole = true
            pass.note(member.secret, start..<end)
            if !isReported { report(member.match(.whole, start..<end)) }
        }
        if !isPartOfWhole, !isReported { reportCut(anchor, .head, start..<(start + size), in: pass, report) }
    }

    private func examineTail(
        _ anchor: Anchor, end: Int, of bytes: RawSpan, in pass: inout Pass, _ report: (LiveMatch) -> Void
    ) {
        let size = LiveFingerprint.anchorSize
        guard end <= bytes.byteCount, end >= size, end > pass.repeated,
            key.window(bytes, at: end - 8) == anchor.outer, key.window(bytes, at: end - 15) == anchor.inner,
            key.confirm(.tail, ofText: bytes.extracting((end - size)..<end)).first == anchor.confirm
        else { return }
        var isPartOfWhole = false
        for member in anchor.members {
            let start = end - member.length
            guard start >= 0, key.window(bytes, at: start) == member.headWindow,
                confirmWhole(member, start: start, of: bytes, in: &pass)
            else { continue }
            isPartOfWhole = true
            pass.note(member.secret, start..<end)
            // Where the head is evidence, the occurrence is reported from there.
            if !member.headIsEvidence { report(member.match(.whole, start..<end)) }
        }
        if !isPartOfWhole { reportCut(anchor, .tail, (end - size)..<end, in: pass, report) }
    }

    /// Reports each secret that the end may be of, once.
    private func reportCut(
        _ anchor: Anchor, _ extent: LiveMatch.Extent, _ range: Range<Int>, in pass: Pass,
        _ report: (LiveMatch) -> Void
    ) {
        var reported: [Int] = []
        for member in anchor.members
        where !reported.contains(member.secret) && !pass.isInsideWhole(range, of: member.secret) {
            report(
                LiveMatch(
                    secret: member.secret, form: member.form, extent: extent, range: range,
                    formLength: anchor.longest))
            reported.append(member.secret)
            if reported.count == Self.candidateLimit { return }
        }
    }

    private func confirmWhole(_ member: Member, start: Int, of bytes: RawSpan, in pass: inout Pass) -> Bool {
        pass.budget -= member.length
        guard pass.budget >= 0 else { return false }
        return key.confirm(.whole, ofText: bytes.extracting(start..<(start + member.length))) == member.whole
    }
}

extension LiveIndex.Member {
    fileprivate func match(_ extent: LiveMatch.Extent, _ range: Range<Int>) -> LiveMatch {
        LiveMatch(secret: secret, form: form, extent: extent, range: range, formLength: length)
    }
}

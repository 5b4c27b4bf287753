import Sealing

extension LiveIndex {
    /// Secrets that are named where one end of several was found.
    private static let candidateLimit = 8
    /// Forms that share a head and are told apart from there; of more, the tails decide.
    private static let sharedHeadLimit = 32

    /// Reports every secret in `bytes`, whole or one of its ends; one that is found by both ends twice.
    ///
    /// Takes time linear in the text.
    func scanEnds(_ bytes: RawSpan, _ filter: LiveFilter, report: (LiveMatch) -> Void) {
        var pass = Pass(budget: 1 << 20 + 16 * bytes.byteCount)
        unsafe bytes.withUnsafeBytes { text in
            var position = 0
            while let found = unsafe filter.nextCandidate(
                in: text, from: position, by: LiveFingerprint.stride, hash: key.window)
            {
                for (anchor, distance) in ends(found.hash) {
                    if anchor.isTail {
                        let end = found.position + WindowHash.windowSize + distance
                        examineTail(anchor, end: end, of: bytes, in: &pass, report)
                    } else {
                        examineHead(anchor, start: found.position - distance, of: bytes, in: &pass, report)
                    }
                }
                position = found.position + LiveFingerprint.stride
            }
        }
    }

    /// Reports every exact form in `bytes`, the longest where several begin at one byte.
    func scanExact(_ bytes: RawSpan, _ filter: LiveFilter, report: (SecretForm, Range<Int>) -> Void) {
        unsafe bytes.withUnsafeBytes { text in
            var position = 0
            while let found = unsafe filter.nextCandidate(in: text, from: position, by: 1, hash: key.window) {
                let start = found.position
                var longest: ExactForm?
                for candidate in exactForms(found.hash) where candidate.length > longest?.length ?? 0 {
                    let end = start + candidate.length
                    guard end <= bytes.byteCount else { continue }
                    if key.confirm(bytes.extracting(start..<end)) == candidate.whole { longest = candidate }
                }
                if let longest { report(longest.form, start..<(start + longest.length)) }
                position = start + 1
            }
        }
    }

    private struct Pass {
        /// How many bytes may still be hashed to confirm whole forms, so that a text made of one secret's ends can't make
        /// the scan hash that secret's length again and again.
        var budget: Int
        /// The latest occurrence of a whole form, and whose it is.
        ///
        /// The two byte orders of UTF-16 differ by a shift of one byte, so that an end of one stands inside the other.
        private(set) var latestWhole = 0..<0
        private(set) var latestSecrets: [Int] = []

        init(budget: Int) {
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

    private func examineHead(
        _ anchor: EndTable.Anchor, start: Int, of bytes: RawSpan, in pass: inout Pass, _ report: (LiveMatch) -> Void
    ) {
        let size = LiveFingerprint.endSize
        guard start >= 0, start + size <= bytes.byteCount,
            key.window(bytes, at: start) == anchor.end.windows[0],
            key.window(bytes, at: start + WindowHash.windowSize) == anchor.end.inner,
            key.confirm(bytes.extracting(start..<(start + size))).first == anchor.end.confirm
        else { return }
        var isPartOfWhole = false
        for member in anchor.members.prefix(Self.sharedHeadLimit) {
            let end = start + member.length
            guard end <= bytes.byteCount,
                key.window(bytes, at: end - WindowHash.windowSize) == member.tailWindow,
                confirmWhole(member, start: start, of: bytes, in: &pass)
            else { continue }
            isPartOfWhole = true
            pass.note(member.secret, start..<end)
            report(member.match(.whole, start..<end))
        }
        if !isPartOfWhole { reportCut(anchor, .head, start..<(start + size), in: pass, report) }
    }

    private func examineTail(
        _ anchor: EndTable.Anchor, end: Int, of bytes: RawSpan, in pass: inout Pass, _ report: (LiveMatch) -> Void
    ) {
        let size = LiveFingerprint.endSize
        guard end <= bytes.byteCount, end >= size,
            key.window(bytes, at: end - WindowHash.windowSize) == anchor.end.windows[0],
            key.window(bytes, at: end - size) == anchor.end.inner,
            key.confirm(bytes.extracting((end - size)..<end)).first == anchor.end.confirm
        else { return }
        var isPartOfWhole = false
        for member in anchor.members {
            let start = end - member.length
            guard start >= 0, key.window(bytes, at: start) == member.headWindow,
                confirmWhole(member, start: start, of: bytes, in: &pass)
            else { continue }
            isPartOfWhole = true
            pass.note(member.secret, start..<end)
            report(member.match(.whole, start..<end))
        }
        if !isPartOfWhole { reportCut(anchor, .tail, (end - size)..<end, in: pass, report) }
    }

    /// Reports each secret that the end may be of, once.
    private func reportCut(
        _ anchor: EndTable.Anchor, _ extent: LiveMatch.Extent, _ range: Range<Int>, in pass: Pass,
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

    private func confirmWhole(_ member: EndTable.Member, start: Int, of bytes: RawSpan, in pass: inout Pass) -> Bool {
        pass.budget -= member.length
        guard pass.budget >= 0 else { return false }
        return key.confirm(bytes.extracting(start..<(start + member.length))) == member.whole
    }
}

extension EndTable.Member {
    fileprivate func match(_ extent: LiveMatch.Extent, _ range: Range<Int>) -> LiveMatch {
        LiveMatch(secret: secret, form: form, extent: extent, range: range, formLength: length)
    }
}

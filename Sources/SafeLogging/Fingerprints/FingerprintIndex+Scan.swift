import Sealing

extension FingerprintIndex {
    /// Reports every known secret in `bytes`, and every end of one that does not stand in the whole of it.
    ///
    /// An end that does not belong to a whole may be of several secrets; up to eight are reported. Takes time linear in the
    /// text.
    package func scan(_ bytes: RawSpan, report: (FingerprintMatch) -> Void) {
        scan(bytes, [0..<bytes.byteCount], report)
    }

    /// Reports those of which 24 bytes stand in one of `parts`.
    func scan(_ bytes: RawSpan, _ parts: [Range<Int>], _ report: (FingerprintMatch) -> Void) {
        // So that a text made of one secret's ends can't make the scan hash that secret's length again and again.
        var budget = 1 << 20 + 16 * bytes.byteCount
        AnchorScan(table, hash: key.anchor).forEachCandidate(in: bytes, parts, where: text) { position, hash in
            table.forEach(hash) { number in
                let (anchor, members) = anchors[number]
                examine(anchor, members, at: position, of: bytes, &budget, report)
            }
        }
    }

    private func examine(
        _ anchor: Anchor, _ members: [Member], at position: Int, of bytes: RawSpan, _ budget: inout Int,
        _ report: (FingerprintMatch) -> Void
    ) {
        let end = anchor.isTail ? position + AnchorHash.size : position + anchor.size
        let own = (end - anchor.size)..<end
        let confirmed =
            anchor.isTail
            ? own.lowerBound..<(end + anchor.skipped) : (own.lowerBound - anchor.skipped)..<end
        guard confirmed.lowerBound >= 0, confirmed.upperBound <= bytes.byteCount,
            key.confirm(anchor.isTail ? .tail : .head, ofText: bytes.extracting(confirmed)) == anchor.confirm
        else { return }
        var isPartOfWhole = false
        for member in members {
            let length = member.fingerprint.length
            let start = anchor.isTail ? confirmed.upperBound - length : confirmed.lowerBound
            guard isWhole(member.fingerprint, from: start, of: bytes, &budget) else { continue }
            isPartOfWhole = true
            if !anchor.isTail || !member.usesHead {
                report(FingerprintMatch(secret: member.secret, extent: .whole, range: start..<(start + length)))
            }
        }
        guard !isPartOfWhole else { return }
        for member in members.prefix(Self.candidateLimit) {
            report(
                FingerprintMatch(secret: member.secret, extent: anchor.isTail ? .tail : .head, range: confirmed))
        }
    }

    /// Looks at the other end before it hashes all of it.
    private func isWhole(
        _ fingerprint: SecretFingerprint, from start: Int, of bytes: RawSpan, _ budget: inout Int
    ) -> Bool {
        let end = start + fingerprint.length
        guard start >= 0, end <= bytes.byteCount else { return false }
        if let head = fingerprint.head, key.anchor(bytes, at: start + head.place.skipped) != head.hash { return false }
        if let tail = fingerprint.tail,
            key.anchor(bytes, at: end - tail.place.skipped - AnchorHash.size) != tail.hash
        {
            return false
        }
        budget -= fingerprint.length
        guard budget >= 0 else { return false }
        return key.confirm(.whole, ofText: bytes.extracting(start..<end)) == fingerprint.whole
    }
}

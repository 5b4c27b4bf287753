import Sealing

extension FingerprintIndex {
    /// How many encodings may lie around a value.
    private static let depthLimit = 3

    /// Bytes that a value takes in a log for each of its own: `\u0041` or `&#x41;`.
    ///
    /// Where it takes more, as in a list that is indented, and the text is cut there, each side shows an end of it.
    package static let growth = 6

    /// Bytes that the longest end of a value that is recognised alone takes at most, in a list that is indented.
    package static let widestEnd = AnchorLayout.sparseSize * (ByteLists.longestGap + 3)

    /// Text on either side of an escape in which an end of a value shows that has the escape in it.
    ///
    /// The end may stand in base64, and have a constant part beside it.
    static let glance = 56

    /// Reports what ``scan(_:report:)`` does, in every encoding that is decoded here: UTF-16, backslash and percent escapes,
    /// entities, hexadecimal, base64 and lists of bytes, also one within the other, wrapped lines, and characters that don't
    /// show or are wide.
    ///
    /// A place may be reported more than once, the plainest reading first.
    package func scanDecoding(_ text: RawSpan, report: (FingerprintMatch, LogEncoding) -> Void) {
        guard !isEmpty, mayHold(text) else { return }
        scanWhole(text, report: report)
    }

    /// Tells whether any end of a secret stands in the text, in whatever encoding.
    func mayHold(_ text: RawSpan) -> Bool {
        var isHit = false
        let view = SearchView(reach: Self.glance, isGlance: true, onlyASCII: holdsOnlyASCII)
        search(text, nil, Disguise.allCases, view) { _, _ in isHit = true }
        return isHit
    }

    /// Does all that ``scanDecoding(_:report:)`` does of a text that may hold a secret.
    func scanWhole(_ text: RawSpan, report: (FingerprintMatch, LogEncoding) -> Void) {
        let view = SearchView(reach: longest, isGlance: false, onlyASCII: false)
        search(text, nil, Disguise.allCases, view) { report($0, $1 ?? .raw) }
    }

    private func search(
        _ text: RawSpan, _ origin: MappedText?, _ disguises: [Disguise], _ view: SearchView, depth: Int = 0,
        _ report: (FingerprintMatch, LogEncoding?) -> Void
    ) {
        lookUp(text, origin, view) { report($0, nil) }
        guard depth < Self.depthLimit else { return }
        var digits: [Range<Int>] = []
        // Digits of either kind are characters of base64; shorter runs stand for no 24 bytes.
        LetterSort.base64.forEachRun(atLeast: 32, in: text, 0..<text.byteCount) { digits.append($0) }
        for disguise in disguises {
            disguise.decode(text, view, digits: digits, madeAs: view.isGlance ? origin : nil) { mapped in
                unsafe search(mapped.bytes.span.bytes, mapped, disguise.inner, view, depth: depth + 1) {
                    match, encoding in
                    let range = mapped.originalRange(match.range)
                    let isEncoded = encoding.map { !$0.isLayout } ?? false
                    report(
                        FingerprintMatch(secret: match.secret, extent: match.extent, range: range),
                        isEncoded ? encoding : disguise.encoding(of: range, in: text))
                }
            }
        }
    }

    private func lookUp(
        _ text: RawSpan, _ origin: MappedText?, _ view: SearchView, _ report: (FingerprintMatch) -> Void
    ) {
        guard view.isGlance, let origin else { return scan(text, report: report) }
        scan(text, origin.news(of: AnchorHash.size, within: margin), report)
    }
}

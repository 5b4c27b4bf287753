import Sealing

/// Finds known secrets and says how much around each must go with it.
enum KnownValueSearch {
    static func search(
        _ text: [UInt8], _ index: LiveIndex, _ view: LiveIndex.View, report: (Range<Int>) -> Void
    ) {
        guard text.count >= view.shortest else { return }
        if let ends = view.ends {
            unsafe index.scanEnds(text.span.bytes, ends) { match in report(span(of: match, in: text)) }
        }
        if let exact = view.exact {
            unsafe index.scanExact(text.span.bytes, exact) { form, range in
                report(form.sharesQuanta ? withSharedQuanta(range, form, in: text) : range)
            }
        }
    }

    private static func span(of match: LiveMatch, in text: [UInt8]) -> Range<Int> {
        let range = match.range
        switch match.extent {
        case .whole: return match.form.sharesQuanta ? withSharedQuanta(range, match.form, in: text) : range
        case .head:
            let limit = min(text.count, range.lowerBound + match.formLength)
            return range.lowerBound..<end(from: range.upperBound, limit: limit, match.form, in: text)
        case .tail:
            let limit = max(0, range.upperBound - match.formLength)
            return start(from: range.lowerBound, limit: limit, match.form, in: text)..<range.upperBound
        }
    }

    /// Base64 characters beside an occurrence hold bits of the secret's first and last bytes.
    private static func withSharedQuanta(_ range: Range<Int>, _ form: SecretForm, in text: [UInt8]) -> Range<Int> {
        let before = start(from: range.lowerBound, limit: max(0, range.lowerBound - 4), form, in: text)
        return before..<end(from: range.upperBound, limit: min(text.count, range.upperBound + 4), form, in: text)
    }

    /// What follows the head of a value that was cut off belongs to it, as long as its encoding allows.
    private static func end(from end: Int, limit: Int, _ form: SecretForm, in text: [UInt8]) -> Int {
        var end = end
        while end < limit, form.mayContain(text[end]) { end += 1 }
        return end
    }

    private static func start(from start: Int, limit: Int, _ form: SecretForm, in text: [UInt8]) -> Int {
        var start = start
        while start > limit, form.mayContain(text[start - 1]) { start -= 1 }
        return start
    }
}

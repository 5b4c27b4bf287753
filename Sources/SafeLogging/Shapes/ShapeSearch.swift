import Sealing

/// Finds what has the shape of a secret in a log line, in one pass for all shapes.
struct ShapeSearch {
    private let text: [UInt8]
    private let stems = Stems.all
    /// Places before these were looked at for the sake of an earlier stem.
    private var nextSeparator = 0
    private var nextScheme = 0
    private var hasToken = false

    private init(_ text: [UInt8]) {
        self.text = text
    }

    /// Reports what of any shape must go, and returns the runs in the text, which tell what may be decoded.
    static func searchAll(_ text: [UInt8], report: (Range<Int>) -> Void) -> TextRuns {
        var search = ShapeSearch(text)
        var runs = TextRuns()
        var pass = StemPass(search.stems)
        while let ends = pass.next(in: text, &runs) { search.look(behind: pass.position, ends, report) }
        if search.hasToken { JSONWebTokenShape.search(text, report) }
        if runs.longest(.digits) >= CardNumberShape.shortest { CardNumberShape.search(text, report) }
        return runs
    }

    /// Looks closer where stems end.
    private mutating func look(behind end: Int, _ ends: UInt64, _ report: (Range<Int>) -> Void) {
        if ends & stems.schemeEnds != 0 { lookForScheme(at: end - Stems.schemeSize, report) }
        if ends & stems.nameEnds != 0 { lookForValue(of: end, report) }
        if ends & stems.tokenEnd != 0 { hasToken = true }
        if ends & stems.authorityEnd != 0, let found = URLShape.userInformation(in: text, from: end) { report(found) }
    }

    private mutating func lookForScheme(at start: Int, _ report: (Range<Int>) -> Void) {
        guard start >= nextScheme, let found = CredentialsShape.credential(in: text, at: start), !found.isEmpty else {
            return
        }
        report(found)
        nextScheme = found.upperBound
    }

    private mutating func lookForValue(of stemEnd: Int, _ report: (Range<Int>) -> Void) {
        guard let separator = NamedValueShape.separator(in: text, behindStem: stemEnd), separator >= nextSeparator
        else { return }
        nextSeparator = separator + 1
        guard let value = NamedValueShape.value(in: text, behind: separator) else { return }
        report(value)
        nextSeparator = max(nextSeparator, value.upperBound)
    }
}

/// A pass over a text that stops behind each stem, and takes down the runs in it.
private struct StemPass {
    private(set) var position = 0
    private var expected: UInt64
    private let stems: Stems
    private let members = TextRuns.members

    init(_ stems: Stems) {
        self.stems = stems
        expected = stems.firsts
    }

    /// Goes on to the next place where stems end, and returns their last places; nil at the end of the text.
    ///
    /// This loop reads every byte of every log line, so it works on pointers.
    mutating func next(in text: [UInt8], _ runs: inout TextRuns) -> UInt64? {
        let (steps, members) = (stems.steps, members)
        let (firsts, ends) = (stems.firsts, stems.ends)
        var (index, expected, counts) = (position, expected, runs)
        var found: UInt64 = 0
        unsafe text.withUnsafeBufferPointer { text in
            unsafe steps.withUnsafeBufferPointer { steps in
                unsafe members.withUnsafeBufferPointer { members in
                    while index < text.count {
                        let byte = unsafe Int(text[index])
                        index &+= 1
                        unsafe counts.count(members[byte])
                        let step = unsafe steps[byte]
                        let fitting = expected & step.advance
                        expected = fitting &<< 1 | expected & step.stay | firsts
                        found = fitting & ends
                        if found != 0 { break }
                    }
                }
            }
        }
        (position, self.expected, runs) = (index, expected, counts)
        return found == 0 ? nil : found
    }
}

/// An answer for people: headings, labelled values and tables that line up, at most 80 columns wide where its parts allow.
struct Page: Sendable {
    /// A piece of text and how it stands out.
    struct Cell: Sendable {
        let text: String
        let tone: Tone

        init(_ text: String, _ tone: Tone = .plain) {
            self.text = Printable.text(text)
            self.tone = tone
        }
    }

    private enum Line: Sendable {
        case cells([Cell], indent: Int, widths: [Int])
        case blank
    }

    private static let labelWidth = 9
    private var lines: [Line] = []

    /// A heading, with a blank line before it.
    mutating func heading(_ text: String) {
        if !lines.isEmpty { lines.append(.blank) }
        lines.append(.cells([Cell(text, .strong)], indent: 0, widths: []))
    }

    /// A labelled value.
    mutating func field(_ label: String, _ value: String, _ tone: Tone = .plain) {
        lines.append(.cells([Cell(label, .faint), Cell(value, tone)], indent: 0, widths: [Self.labelWidth]))
    }

    /// Rows whose columns line up.
    mutating func table(_ rows: [[Cell]], indent: Int = 2) {
        var widths: [Int] = []
        for row in rows {
            for (column, cell) in row.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.text.count)
            }
        }
        for row in rows {
            let end = row.lastIndex { !$0.text.isEmpty } ?? 0
            lines.append(.cells(Array(row.prefix(end + 1)), indent: indent, widths: widths))
        }
    }

    /// A sentence or more, broken into lines.
    mutating func sentence(_ text: String, _ tone: Tone = .plain, indent: Int = 0) {
        for line in HelpPage.wrap(text, to: 79 - indent) {
            lines.append(.cells([Cell(line, tone)], indent: indent, widths: []))
        }
    }

    /// A line that is not broken, such as one with a path.
    mutating func line(_ text: String, _ tone: Tone = .plain, indent: Int = 0) {
        lines.append(.cells([Cell(text, tone)], indent: indent, widths: []))
    }

    mutating func blank() {
        lines.append(.blank)
    }

    func text(inColour: Bool) -> String {
        lines.reduce(into: "") { text, line in
            text += Self.text(of: line, inColour: inColour) + "\n"
        }
    }

    private static func text(of line: Line, inColour: Bool) -> String {
        guard case .cells(let cells, let indent, let widths) = line else { return "" }
        var text = String(repeating: " ", count: indent)
        for (column, cell) in cells.enumerated() {
            text += cell.tone.paint(cell.text, inColour: inColour)
            guard column < cells.count - 1 else { break }
            text += String(repeating: " ", count: max(0, widths[column] - cell.text.count) + 2)
        }
        return text
    }
}

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
        case sentence(String, Tone, indent: Int)
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
        lines.append(.sentence(text, tone, indent: indent))
    }

    /// A line that is not broken, such as one with a path.
    mutating func line(_ text: String, _ tone: Tone = .plain, indent: Int = 0) {
        lines.append(.cells([Cell(text, tone)], indent: indent, widths: []))
    }

    mutating func blank() {
        lines.append(.blank)
    }

    /// - Parameter vault: the vault's path, where the commands that sentences name have to be given it.
    func text(inColour: Bool, naming vault: String? = nil) -> String {
        lines.reduce(into: "") { text, line in
            switch line {
            case .blank: text += "\n"
            case .cells(let cells, let indent, let widths):
                text += Self.text(of: cells, indent, widths, inColour: inColour) + "\n"
            case .sentence(let sentence, let tone, let indent):
                for line in HelpPage.wrap(NamedVault.text(sentence, naming: vault), to: 79 - indent) {
                    text += Self.text(of: [Cell(line, tone)], indent, [], inColour: inColour) + "\n"
                }
            }
        }
    }

    private static func text(of cells: [Cell], _ indent: Int, _ widths: [Int], inColour: Bool) -> String {
        var text = String(repeating: " ", count: indent)
        for (column, cell) in cells.enumerated() {
            text += cell.tone.paint(cell.text, inColour: inColour)
            guard column < cells.count - 1 else { break }
            text += String(repeating: " ", count: max(0, widths[column] - cell.text.count) + 2)
        }
        return text
    }
}

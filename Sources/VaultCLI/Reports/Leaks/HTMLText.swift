/// Text of a page in HTML, whose every word is escaped.
struct HTMLText {
    /// A row of a table.
    struct Row {
        var style = ""
        let cells: [String]
    }

    private(set) var text = ""

    mutating func element(_ name: StaticString, _ words: String, style: String = "") {
        text += "<\(name)\(Self.attribute(style))>\(Self.escaped(words))</\(name)>\n"
    }

    /// A list, or nothing where it would be empty.
    mutating func list(_ items: [String]) {
        guard !items.isEmpty else { return }
        text += "<ul>\n"
        for item in items { element("li", item) }
        text += "</ul>\n"
    }

    /// A table; without headings, the first cell of each row is one.
    mutating func table(_ headings: [String], _ rows: [Row]) {
        text += "<div class=\"table\"><table>\n"
        if !headings.isEmpty {
            text += "<thead><tr>"
            for heading in headings { text += "<th scope=\"col\">\(Self.escaped(heading))</th>" }
            text += "</tr></thead>\n"
        }
        text += "<tbody>\n"
        for row in rows {
            text += "<tr\(Self.attribute(row.style))>"
            for (number, cell) in row.cells.enumerated() {
                let isHeading = headings.isEmpty && number == 0
                text += isHeading ? "<th scope=\"row\">" : "<td>"
                text += Self.escaped(cell)
                text += isHeading ? "</th>" : "</td>"
            }
            text += "</tr>\n"
        }
        text += "</tbody></table></div>\n"
    }

    private static func attribute(_ style: String) -> String {
        style.isEmpty ? "" : " class=\"\(escaped(style))\""
    }

    /// Neutralises what would be markup, and what would reorder or hide text.
    static func escaped(_ words: String) -> String {
        var text = ""
        for scalar in Printable.text(words).unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

/// A word after the options, as the parser, the help pages, the manual page and the shells' completions need it.
struct OperandSpec: Sendable {
    /// What the word is.
    enum Kind: Sendable, Equatable {
        /// Free text.
        case text
        /// A file's path.
        case path
        /// One of these words.
        case choice([String])
    }

    /// How often it may stand.
    enum Count: Sendable {
        case once
        case atMostOnce
        case anyNumber
    }

    let name: String
    let kind: Kind
    let count: Count

    init(_ name: String, _ kind: Kind = .text, _ count: Count = .once) {
        self.name = name
        self.kind = kind
        self.count = count
    }

    /// The operand as the help shows it.
    var synopsis: String {
        switch count {
        case .once: placeholder
        case .atMostOnce: "[\(placeholder)]"
        case .anyNumber: "[\(placeholder)…]"
        }
    }

    private var placeholder: String {
        if case .choice(let words) = kind { words.joined(separator: "|") } else { name }
    }
}

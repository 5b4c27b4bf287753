/// How a piece of text stands out on a terminal that has colours.
enum Tone: Sendable {
    case plain
    case strong
    case faint
    case good
    case caution
    case bad

    private var code: String? {
        switch self {
        case .plain: nil
        case .strong: "1"
        case .faint: "2"
        case .good: "32"
        case .caution: "33"
        case .bad: "31"
        }
    }

    func paint(_ text: String, inColour: Bool) -> String {
        guard inColour, let code, !text.isEmpty else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}

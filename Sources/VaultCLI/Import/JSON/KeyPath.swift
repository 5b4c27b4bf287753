/// The keys that lead to a value of a JSON document, such as `a.b.token`.
///
/// A backslash makes the next character part of a key; a number is an element of an array.
struct KeyPath: Sendable {
    let text: String
    let keys: [String]

    /// The paths of a list with commas; nil where a key is empty.
    static func list(_ list: String) -> [KeyPath]? {
        var paths: [KeyPath] = []
        var (text, keys) = ("", [""])
        var isEscaped = false
        for character in list {
            if !isEscaped, character == "," {
                paths.append(KeyPath(text: text, keys: keys))
                (text, keys) = ("", [""])
                continue
            }
            text.append(character)
            if isEscaped || (character != "." && character != "\\") {
                keys[keys.count - 1].append(character)
                isEscaped = false
            } else if character == "." {
                keys.append("")
            } else {
                isEscaped = true
            }
        }
        paths.append(KeyPath(text: text, keys: keys))
        return isEscaped || paths.contains { $0.keys.contains("") } ? nil : paths
    }
}

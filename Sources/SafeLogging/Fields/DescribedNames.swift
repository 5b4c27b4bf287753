/// Names that say something about secrets and hold none, such as `tokens_used` or `auth_method`, where the value fits them.
///
/// Both have to fit: under such a name as well, whatever may be a secret is one. Names of what is short itself, such as codes
/// and numbers to remember, are never among them.
enum DescribedNames {
    /// What is spoken of.
    private static let subjects = PackedNames(
        [
            "accesstoken", "apitoken", "auth", "bearer", "cookie", "cookies", "credential", "credentials", "idtoken",
            "password", "passwords", "pushtoken", "refreshtoken", "secret", "secrets", "session", "sessions", "token",
            "tokens",
        ] as [StaticString])

    /// Of what there is a number.
    private static let plurals = PackedNames(
        ["cookies", "credentials", "passwords", "secrets", "sessions", "tokens"] as [StaticString])

    /// What is measured of one, too.
    private static let measures = PackedNames(
        [
            "age", "attempts", "count", "errors", "failures", "hits", "left", "length", "limit", "max", "min", "misses",
            "ms", "num", "remaining", "retries", "seconds", "size", "total", "ttl", "used",
        ] as [StaticString])

    /// Of several, how many there are of which; of one, it may be the one that was typed.
    private static let shares = PackedNames(
        [
            "active", "cached", "completion", "expired", "input", "issued", "output", "prompt", "revoked", "rotated",
        ] as [StaticString])

    /// What may be told by a word.
    private static let properties = PackedNames(
        [
            "backend", "enabled", "format", "kind", "method", "mode", "outcome", "provider", "required", "result",
            "scheme", "source", "state", "status", "type", "valid", "version",
        ] as [StaticString])

    /// Longest number in bytes; longer ones may be codes or identifiers.
    private static let longestNumber = 7
    /// Longest number in bytes that stands for a state.
    private static let longestState = 3
    /// Longest word in bytes, and digits that may end it.
    private static let (longestWord, longestEnding) = (24, 4)

    /// Tells whether a value is no secret, though its name has one's in it.
    static func describe(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> Bool {
        let (front, last) = parts(of: name)
        guard value.allSatisfy(ByteClass.isDigit) else {
            return subjects.contains(front) && properties.contains(last) && isWord(value)
        }
        switch value.count {
        case 1...longestNumber where measures.contains(last) && subjects.contains(front): return true
        case 1...longestNumber where shares.contains(last) && plurals.contains(front): return true
        case 1...longestNumber where plurals.contains(last):
            return measures.contains(front) || shares.contains(front)
        case 1...longestState: return properties.contains(last) && subjects.contains(front)
        default: return false
        }
    }

    /// The name's last word, and all before it, in lower case and without separators.
    private static func parts(of name: ArraySlice<UInt8>) -> (front: PackedNames.Name, last: PackedNames.Name) {
        var start = name.endIndex
        while start > name.startIndex, ByteClass.isLetter(name[start - 1]) {
            start -= 1
            if ByteClass.isUpper(name[start]), start > name.startIndex, !ByteClass.isUpper(name[start - 1]) { break }
        }
        let front = name[..<start].filter { !FieldName.isSeparator($0) }
        return (
            PackedNames.Name(front.map(FieldName.lowercased)),
            PackedNames.Name(name[start...].map(FieldName.lowercased))
        )
    }

    /// Letters of one case but for the first, in parts, and a few digits at the end: `mtls`, `Bearer`, `client_secret_basic`.
    private static func isWord(_ value: ArraySlice<UInt8>) -> Bool {
        guard let first = value.first, ByteClass.isLetter(first), value.count <= longestWord else { return false }
        let letters = value.prefix { !ByteClass.isDigit($0) }
        let digits = value[letters.endIndex...]
        return digits.count <= longestEnding && digits.allSatisfy(ByteClass.isDigit)
            && letters.dropFirst().allSatisfy {
                (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }
}

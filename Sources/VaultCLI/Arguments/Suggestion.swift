/// Guesses which word was meant.
enum Suggestion {
    /// The word nearest to `text`, if it is near enough to be a slip of the finger or a beginning of the word.
    static func nearest(to text: String, in words: [String]) -> String? {
        let typed = Array(text.utf8)
        guard !typed.isEmpty, typed.count <= 64 else { return nil }
        let ranked = words.map { ($0, distance(typed, Array($0.utf8))) }
        if let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= max(1, typed.count / 3) { return best.0 }
        return words.first { $0.hasPrefix(text) }
    }

    /// Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before: [Int] = []
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                var best = min(previous[column + 1], current[column]) + 1
                best = min(best, previous[column] + (left[row] == right[column] ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, before[column - 1] + 1)
                }
                current.append(best)
            }
            before = previous
            previous = current
        }
        return previous[right.count]
    }
}

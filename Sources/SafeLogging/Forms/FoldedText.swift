/// Text without invisible format characters and with full-width characters as ASCII, and where each byte came from.
package struct FoldedText: Sendable {
    package private(set) var bytes: [UInt8] = []
    private var starts: [Int] = []
    private var ends: [Int] = []

    /// Folds UTF-8 text; bytes that are no UTF-8 stay as they are.
    package init(_ original: [UInt8]) {
        var index = 0
        while index < original.count {
            let byte = original[index]
            guard byte >= 0x80 else {
                append(byte, from: index, length: 1)
                index += 1
                continue
            }
            switch Self.fold(original[index...].prefix(3)) {
            case .drop(let length): index += length
            case .replace(let ascii):
                append(ascii, from: index, length: 3)
                index += 3
            case .keep:
                append(byte, from: index, length: 1)
                index += 1
            }
        }
    }

    /// The original bytes behind a range of folded ones.
    package func originalRange(_ range: Range<Int>) -> Range<Int> {
        guard !range.isEmpty else { return 0..<0 }
        return starts[range.lowerBound]..<ends[range.upperBound - 1]
    }

    /// Tells whether folding could change these bytes.
    package static func isNeeded(for bytes: [UInt8]) -> Bool {
        bytes.contains { $0 == 0xE2 || $0 == 0xEF || $0 == 0xC2 || $0 == 0xE1 }
    }

    private enum Fold {
        case keep
        case drop(Int)
        case replace(UInt8)
    }

    private static func fold(_ bytes: ArraySlice<UInt8>) -> Fold {
        let (a, b, c) = (bytes.first ?? 0, bytes.dropFirst().first ?? 0, bytes.dropFirst(2).first ?? 0)
        return switch (a, b, c) {
        case (0xC2, 0xAD, _): .drop(2)
        case (0xE1, 0xA0, 0x8E), (0xE2, 0x80, 0x8B...0x8F), (0xE2, 0x80, 0xAA...0xAE), (0xE2, 0x81, 0xA0...0xAF),
            (0xEF, 0xBB, 0xBF):
            .drop(3)
        case (0xEF, 0xBC, 0x81...0xBF): .replace(c - 0x60)
        case (0xEF, 0xBD, 0x80...0x9E): .replace(c - 0x20)
        default: .keep
        }
    }

    private mutating func append(_ byte: UInt8, from start: Int, length: Int) {
        bytes.append(byte)
        starts.append(start)
        ends.append(start + length)
    }
}

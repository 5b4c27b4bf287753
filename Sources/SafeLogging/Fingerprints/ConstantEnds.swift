import Sealing

/// The parts at a secret's ends that many secrets of its sort share, or that can be guessed: nothing that is stored may
/// hang on them alone.
struct ConstantEnds {
    /// Bytes before the part that is the secret's own.
    private(set) var front = 0
    /// Bytes behind it.
    private(set) var back = 0
    /// False where the own part, too, begins as others do.
    private(set) var hasOwnStart = true

    private static let longestLabels = 16

    init(of secret: RawSpan) {
        front = Self.labels(secret)
        if Self.has(secret, "eyJ", at: front) {
            skipTokenParts(of: secret)
        } else if Self.has(secret, "-----BEGIN ", at: 0) {
            skipArmour(of: secret)
        }
    }

    /// Labels such as `ghp_`, `sk-live-` or `Bearer ` within the first 16 bytes: each is letters of one case, of which only
    /// the very first may be another, or, behind the first label, also digits; and `_`, `-`, `.`, `:`, `=` or a space.
    private static func labels(_ secret: RawSpan) -> Int {
        var end = 0
        var labelStart = 0
        var capitals = 0
        var digits = 0
        for index in 0..<min(longestLabels, secret.byteCount) {
            let byte = secret.byte(at: index)
            let length = index - labelStart
            if "_-.:= ".utf8.contains(byte) {
                let isOneCase =
                    capitals == 0 || capitals == length
                    || (capitals == 1 && ByteClass.isUpper(secret.byte(at: labelStart)))
                guard isOneCase, length >= (labelStart == 0 ? 2 : 1), labelStart > 0 || digits == 0 else { break }
                end = index + 1
                (labelStart, capitals, digits) = (end, 0, 0)
            } else if ByteClass.isDigit(byte) {
                digits += 1
            } else if ByteClass.isLetter(byte) {
                capitals += ByteClass.isUpper(byte) ? 1 : 0
            } else {
                break
            }
        }
        return end
    }

    /// A JSON Web Token (RFC 7519): its header is public and its claims can be guessed, so that only what follows the
    /// second dot is its own.
    private mutating func skipTokenParts(of secret: RawSpan) {
        hasOwnStart = false
        var dots = 0
        for index in front..<secret.byteCount where secret.byte(at: index) == UInt8(ascii: ".") {
            dots += 1
            if dots == 2 {
                front = index + 1
                return
            }
        }
    }

    /// A key in PEM (RFC 7468): its first and its last line are public, and so is how the key between them begins.
    private mutating func skipArmour(of secret: RawSpan) {
        hasOwnStart = false
        guard let first = (0..<secret.byteCount).first(where: { secret.byte(at: $0) == 0x0A }) else { return }
        front = first + 1
        for index in stride(from: secret.byteCount - 1, to: front, by: -1)
        where Self.has(secret, "-----END ", at: index) {
            back = secret.byteCount - index
            return
        }
    }

    private static func has(_ secret: RawSpan, _ text: StaticString, at start: Int) -> Bool {
        text.withUTF8Buffer { text in
            text.count <= secret.byteCount - start
                && text.indices.allSatisfy { unsafe text[$0] == secret.byte(at: start + $0) }
        }
    }
}

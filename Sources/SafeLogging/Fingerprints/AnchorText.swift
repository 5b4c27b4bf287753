import Sealing

/// What the 24 bytes of an end consist of that are looked for in a log; elsewhere they need not be.
///
/// Each sort has all bytes of those before it.
enum AnchorText: UInt8, CaseIterable, Comparable, Sendable {
    /// Letters, digits and `- . _ ~ + / =`, the characters of a bearer token (RFC 6750).
    case token = 0
    /// Characters of ASCII that show: no blank and no control character.
    case visible = 1
    /// Any characters of ASCII.
    case plain = 2
    case any = 3

    static func < (left: AnchorText, right: AnchorText) -> Bool { left.rawValue < right.rawValue }

    /// The narrowest sort that all `bytes` are of.
    init(of bytes: RawSpan) {
        self = Self.allCases.first { $0.holds(bytes) } ?? .any
    }

    private func holds(_ bytes: RawSpan) -> Bool { (0..<bytes.byteCount).allSatisfy { contains(bytes.byte(at: $0)) } }

    private func contains(_ byte: UInt8) -> Bool {
        switch self {
        case .token: ByteClass.isToken(byte)
        case .visible: byte > 0x20 && byte < 0x7F
        case .plain: byte < 0x80
        case .any: true
        }
    }
}

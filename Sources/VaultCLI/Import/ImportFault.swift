import Sealing

/// Why a store of plain text can't be taken over: the place and the mend, and never what stands there.
struct ImportFault: Error, Equatable, Sendable {
    enum Kind: Sendable {
        case absent
        case symbolicLink
        case notAFile
        case notAFolder
        case foreign
        case unreadable
        case tooLarge
        case zeroByte
        case malformed
        /// Two values have one name.
        case ambiguous
        /// A key path leads to nothing that could be a secret.
        case noValue
        case programMissing
        case notDecrypted
    }

    let kind: Kind
    let path: String
    /// Counted from 1.
    let line: Int?
    private let what: String
    private let mend: String

    init(_ kind: Kind, _ path: String, line: Int? = nil, _ what: String, mend: String) {
        self.kind = kind
        self.path = path
        self.line = line
        self.what = what
        self.mend = mend
    }

    static func == (left: ImportFault, right: ImportFault) -> Bool {
        left.kind == right.kind && left.path == right.path && left.line == right.line
    }

    var message: String {
        "\(path)\(line.map { ", line \($0)" } ?? ""): \(what); nothing was stored. \(mend)"
    }

    /// The line of a byte.
    static func line(of offset: Int, in bytes: RawSpan) -> Int {
        (0..<min(offset, bytes.byteCount)).reduce(1) { $0 + (bytes.byte(at: $1) == UInt8(ascii: "\n") ? 1 : 0) }
    }
}

/// Runs a step of an import, whose faults end the command.
func importStep<R: ~Copyable>(_ body: () throws(ImportFault) -> R) throws(CommandFailure) -> R {
    do throws(ImportFault) { return try body() } catch { throw CommandFailure(error.message) }
}

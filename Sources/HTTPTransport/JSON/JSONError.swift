/// Where and why bytes are no JSON that is accepted; never what stands there.
package struct JSONError: Error, Equatable, Sendable {
    package let kind: Kind
    /// Offset of the fault in bytes.
    package let offset: Int

    package enum Kind: Equatable, Sendable {
        case unexpectedEnd
        case unexpectedByte
        case trailingBytes
        case number
        case escape
        case controlCharacter
        case encoding
        /// An object has the same key twice, so that two readers could see two values.
        case duplicateKey
        case tooDeep
        case tooLarge
    }

    init(_ kind: Kind, at offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    package var description: String {
        let what =
            switch kind {
            case .unexpectedEnd: "it ends too early"
            case .unexpectedByte: "an unexpected byte"
            case .trailingBytes: "more after its end"
            case .number: "a malformed number"
            case .escape: "a malformed escape"
            case .controlCharacter: "a control character"
            case .encoding: "bytes that are no UTF-8"
            case .duplicateKey: "the same key twice"
            case .tooDeep: "too many levels"
            case .tooLarge: "too many bytes or values"
            }
        return "not acceptable as JSON: \(what) (byte \(offset))"
    }
}

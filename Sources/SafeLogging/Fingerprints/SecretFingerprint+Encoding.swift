import Sealing

extension SecretFingerprint {
    private static let version: UInt8 = 1
    private static let formSize = 1 + 4 + 2 * 4 * windowCount + 8 + 8 + 16

    /// The bytes that the type's comment lays down.
    package func encode() -> [UInt8] {
        var writer = ByteWriter(capacity: 2 + forms.count * Self.formSize)
        writer.append(Self.version)
        writer.append(UInt8(forms.count))
        for form in forms {
            writer.append(form.form.rawValue)
            writer.append(UInt32(form.length))
            for hash in form.headWindows { writer.append(hash) }
            for hash in form.tailWindows { writer.append(hash) }
            writer.append(form.head)
            writer.append(form.tail)
            writer.append(form.whole.first)
            writer.append(form.whole.second)
        }
        return writer.bytes
    }

    /// The bytes are no fingerprint of format 1.
    package struct Malformed: Error {}

    /// Reads what ``encode()`` wrote.
    ///
    /// Anything else is refused: whatever is read encodes to the same bytes again.
    package init(decoding bytes: RawSpan) throws(Malformed) {
        var forms: [Form]?
        do {
            forms = try Self.forms(in: bytes)
        } catch {
            throw Malformed()
        }
        guard let forms else { throw Malformed() }
        self.init(forms: forms)
    }

    private static func forms(in bytes: RawSpan) throws(ByteCursor.Malformed) -> [Form]? {
        var cursor = ByteCursor(bytes)
        guard try cursor.number(UInt8.self, of: bytes) == version else { return nil }
        let count = Int(try cursor.number(UInt8.self, of: bytes))
        guard (1...SecretForm.allCases.count).contains(count) else { return nil }
        var forms: [Form] = []
        for _ in 0..<count {
            guard let form = try Form(&cursor, bytes) else { return nil }
            if let last = forms.last, last.form.rawValue >= form.form.rawValue { return nil }
            forms.append(form)
        }
        return cursor.isAtEnd ? forms : nil
    }
}

extension SecretFingerprint.Form {
    fileprivate init?(_ cursor: inout ByteCursor, _ bytes: RawSpan) throws(ByteCursor.Malformed) {
        guard let form = SecretForm(rawValue: try cursor.number(of: bytes)) else { return nil }
        let length = Int(try cursor.number(UInt32.self, of: bytes))
        guard SecretFingerprint.formLengths.contains(length) else { return nil }
        var windows: [UInt32] = []
        for _ in 0..<(2 * SecretFingerprint.windowCount) { windows.append(try cursor.number(of: bytes)) }
        self.form = form
        self.length = length
        headWindows = Array(windows[..<SecretFingerprint.windowCount])
        tailWindows = Array(windows[SecretFingerprint.windowCount...])
        head = try cursor.number(of: bytes)
        tail = try cursor.number(of: bytes)
        whole = Confirm(first: try cursor.number(of: bytes), second: try cursor.number(of: bytes))
    }
}

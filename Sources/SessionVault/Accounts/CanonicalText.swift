@_spi(_Unicode) import Swift

extension String {
    /// UTF-8 in Normalization Form C, so that canonically equivalent names are one name.
    package var canonicalBytes: [UInt8] {
        if isASCII { return Array(utf8) }
        var canonical = String.UnicodeScalarView()
        for scalar in _nfc { canonical.append(scalar) }
        return Array(String(canonical).utf8)
    }

    /// Text that is its own Normalization Form C.
    fileprivate var isASCII: Bool {
        let bytes = utf8Span
        return bytes.isKnownASCII || utf8.allSatisfy { $0 < 0x80 }
    }

    /// Tells whether neither the text as given nor its Normalization Form C has more bytes of UTF-8.
    func hasAtMost(_ limit: Int) -> Bool {
        utf8.count <= limit && (isASCII || canonicalBytes.count <= limit)
    }
}

extension ByteWriter {
    /// Appends a four-byte length and the text's UTF-8 in Normalization Form C.
    mutating func appendCanonicalField(_ text: String) {
        if text.isASCII { appendField(text) } else { appendField(text.canonicalBytes) }
    }
}

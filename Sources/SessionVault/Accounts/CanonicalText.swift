@_spi(_Unicode) import Swift

extension String {
    /// UTF-8 in Normalization Form C, so that canonically equivalent names are one name.
    package var canonicalBytes: [UInt8] {
        if utf8.allSatisfy({ $0 < 0x80 }) { return Array(utf8) }
        var canonical = String.UnicodeScalarView()
        for scalar in _nfc { canonical.append(scalar) }
        return Array(String(canonical).utf8)
    }
}

import Sealing

extension SecretFingerprint {
    private static let version: UInt8 = 1
    /// Size in bytes of every encoded fingerprint.
    package static let encodedSize = 73

    /// The bytes that the type's comment lays down.
    package func encode() -> [UInt8] {
        var writer = ByteWriter(capacity: Self.encodedSize)
        writer.append(Self.version)
        writer.append(UInt32(length))
        for end in [head, tail] {
            writer.append(UInt32(end?.place.skipped ?? 0))
            writer.append(UInt8(end?.place.size ?? 0))
            writer.append(end?.place.text.rawValue ?? 0)
        }
        for end in [head, tail] {
            writer.append(end?.hash ?? 0)
            writer.append(end?.confirm ?? .zero)
        }
        writer.append(whole)
        return writer.bytes
    }

    /// The bytes are no fingerprint of format 1.
    package struct Malformed: Error {}

    /// Reads what ``encode()`` wrote.
    ///
    /// Anything else is refused: whatever is read encodes to the same bytes again.
    package init(decoding bytes: RawSpan) throws(Malformed) {
        var read: SecretFingerprint?
        do { read = try Self.read(bytes) } catch { throw Malformed() }
        guard let read, bytes.byteCount == Self.encodedSize else { throw Malformed() }
        self = read
    }

    private static func read(_ bytes: RawSpan) throws(ByteCursor.Malformed) -> SecretFingerprint? {
        var cursor = ByteCursor(bytes)
        guard try cursor.number(UInt8.self, of: bytes) == version else { return nil }
        let length = Int(try cursor.number(UInt32.self, of: bytes))
        guard sizes.contains(length) else { return nil }
        var places: [AnchorLayout.End] = []
        for _ in 0..<2 {
            guard let place = try cursor.place(of: bytes) else { return nil }
            places.append(place)
        }
        var ends: [End?] = []
        for place in places {
            let hash = try cursor.number(UInt32.self, of: bytes)
            let confirm = try cursor.confirm(of: bytes)
            guard place.size > 0 else {
                guard place == .absent, hash == 0, confirm == .zero else { return nil }
                ends.append(nil)
                continue
            }
            guard AnchorLayout.denseSize...AnchorLayout.sparseSize ~= place.size, place.reach <= length else {
                return nil
            }
            ends.append(End(place: place, hash: hash, confirm: confirm))
        }
        guard ends.contains(where: { $0 != nil }) else { return nil }
        return SecretFingerprint(
            length: length, head: ends[0], tail: ends[1], whole: try cursor.confirm(of: bytes))
    }
}

extension ByteWriter {
    fileprivate mutating func append(_ confirm: Confirm) {
        append(confirm.first)
        append(confirm.second)
    }
}

extension AnchorLayout.End {
    fileprivate static let absent = AnchorLayout.End(skipped: 0, size: 0, text: .token)
}

extension ByteCursor {
    fileprivate mutating func place(of bytes: RawSpan) throws(Malformed) -> AnchorLayout.End? {
        let skipped = Int(try number(UInt32.self, of: bytes))
        let size = Int(try number(UInt8.self, of: bytes))
        let text = AnchorText(rawValue: try number(UInt8.self, of: bytes))
        return text.map { AnchorLayout.End(skipped: skipped, size: size, text: $0) }
    }

    fileprivate mutating func confirm(of bytes: RawSpan) throws(Malformed) -> Confirm {
        Confirm(first: try number(of: bytes), second: try number(of: bytes))
    }
}

extension Confirm {
    fileprivate static let zero = Confirm(first: 0, second: 0)
}

import Sealing

extension SecretFingerprint {
    private static let version: UInt8 = 1
    /// Size in bytes of every encoded fingerprint.
    package static let encodedSize = 71

    /// The bytes that the type's comment lays down.
    package func encode() -> [UInt8] {
        var writer = ByteWriter(capacity: Self.encodedSize)
        writer.append(Self.version)
        writer.append(UInt32(length))
        for end in [head, tail] {
            writer.append(UInt32(end?.place.skipped ?? 0))
            writer.append(UInt8(end?.place.size ?? 0))
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
        var places: [(skipped: Int, size: Int)] = []
        for _ in 0..<2 {
            places.append(
                (Int(try cursor.number(UInt32.self, of: bytes)), Int(try cursor.number(UInt8.self, of: bytes))))
        }
        var ends: [End?] = []
        for place in places {
            let hash = try cursor.number(UInt32.self, of: bytes)
            let confirm = try cursor.confirm(of: bytes)
            guard place.size > 0 else {
                guard place.skipped == 0, hash == 0, confirm == .zero else { return nil }
                ends.append(nil)
                continue
            }
            let end = AnchorLayout.End(skipped: place.skipped, size: place.size)
            guard AnchorLayout.denseSize...AnchorLayout.sparseSize ~= end.size, end.reach <= length else { return nil }
            ends.append(End(place: end, hash: hash, confirm: confirm))
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

extension ByteCursor {
    fileprivate mutating func confirm(of bytes: RawSpan) throws(Malformed) -> Confirm {
        Confirm(first: try number(of: bytes), second: try number(of: bytes))
    }
}

extension Confirm {
    fileprivate static let zero = Confirm(first: 0, second: 0)
}

extension KeySlot {
    /// The slot's bytes: `SVS1`, kind, scope, passes, memory, salt, wrapped key, commitment, checksum.
    ///
    /// The checksum is no protection; it tells damage apart from a wrong passphrase.
    package var encoded: [UInt8] {
        var writer = ByteWriter(capacity: Self.size)
        writer.append("SVS1".utf8)
        writer.append(kind.rawValue)
        writer.append(scope.rawValue)
        writer.append(cost?.passes ?? 0)
        writer.append(cost?.memoryKiB ?? 0)
        writer.append(salt)
        writer.append(wrapped)
        writer.append(commitment)
        writer.append(Self.checksum(of: writer.bytes))
        return writer.bytes
    }

    /// Reads a slot that anyone may have written.
    ///
    /// Costs outside their bounds are refused before any memory is touched.
    package init(decoding bytes: [UInt8]) throws(VaultError) {
        let damaged = VaultError(.tampered, "a key slot is not as it was written")
        guard bytes.count == Self.size, bytes.starts(with: "SVS1".utf8) else { throw damaged }
        let body = Array(bytes.dropLast(Self.checksumSize))
        guard Self.checksum(of: body) == bytes.suffix(Self.checksumSize) else { throw damaged }
        guard let kind = Kind(rawValue: bytes[4]), let scope = Scope(rawValue: bytes[5]) else {
            throw VaultError(.newerFormat, "a key slot is of a later kind")
        }
        let numbers = body.withRawSpan { body -> (UInt32, UInt32)? in
            var cursor = ByteCursor(body, from: 6)
            guard let passes = try? cursor.number(UInt32.self, of: body),
                let memory = try? cursor.number(UInt32.self, of: body)
            else { return nil }
            return (passes, memory)
        }
        guard let (passes, memoryKiB) = numbers else { throw damaged }
        switch kind {
        case .passphrase:
            guard let bounded = PasswordHash.Cost(passes: passes, memoryKiB: memoryKiB) else {
                throw VaultError(.tampered, "a key slot asks for too much or too little memory, passes or both")
            }
            cost = bounded
        case .keyFile, .recoveryCode:
            guard passes == 0, memoryKiB == 0 else { throw damaged }
            cost = nil
        }
        self.kind = kind
        self.scope = scope
        let rest = body.dropFirst(14)
        salt = Array(rest.prefix(PasswordHash.saltSize))
        wrapped = Array(rest.dropFirst(PasswordHash.saltSize).prefix(KeyWrap.size))
        commitment = Array(rest.suffix(Self.commitmentSize))
    }

    static func checksum(of body: [UInt8]) -> [UInt8] {
        body.withRawSpan { KeyedHash.digest($0, size: checksumSize) }
    }
}

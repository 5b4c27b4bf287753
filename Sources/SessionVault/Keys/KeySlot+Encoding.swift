extension KeySlot {
    /// The slot's bytes: `SVS1`, kind, scope, passes, memory, salt, the note of a TPM's, wrapped key,
    /// commitment, checksum.
    ///
    /// The checksum is no protection; it tells damage apart from a wrong passphrase.
    package var encoded: [UInt8] {
        var writer = ByteWriter(capacity: Self.size)
        writer.append("SVS1")
        writer.append(kind.rawValue)
        writer.append(scope.rawValue)
        writer.append(cost?.passes ?? 0)
        writer.append(cost?.memoryKiB ?? 0)
        writer.append(salt)
        if kind.carriesNote { writer.appendField(note) }
        writer.append(wrapped)
        writer.append(commitment)
        writer.append(Self.checksum(of: writer.bytes))
        return writer.bytes
    }

    /// Reads a slot that anyone may have written.
    ///
    /// Costs outside their bounds are refused before any memory is touched.
    package init(decoding bytes: [UInt8]) throws(VaultError) {
        let damaged = Self.damaged("a key slot is not as it was written")
        guard (Self.size...Self.sizeLimit).contains(bytes.count), bytes.starts(with: "SVS1".utf8) else { throw damaged }
        let body = Array(bytes.dropLast(Self.checksumSize))
        guard Self.checksum(of: body) == bytes.suffix(Self.checksumSize) else { throw damaged }
        guard let kind = Kind(rawValue: bytes[4]), let scope = Scope(rawValue: bytes[5]) else {
            throw VaultError(.newerFormat, "a key slot is of a later kind")
        }
        let fields: Fields
        do {
            fields = try body.withRawSpan { body throws(ByteCursor.Malformed) in try Fields(reading: body, kind) }
        } catch {
            throw damaged
        }
        switch kind {
        case .passphrase:
            guard let bounded = PasswordHash.Cost(passes: fields.passes, memoryKiB: fields.memoryKiB) else {
                throw Self.damaged("a key slot asks for too much or too little memory, passes or both")
            }
            cost = bounded
        case .keyFile, .recoveryCode, .secretService, .tpm:
            guard fields.passes == 0, fields.memoryKiB == 0 else { throw damaged }
            cost = nil
        }
        self.kind = kind
        self.scope = scope
        (salt, note, wrapped, commitment) = (fields.salt, fields.note, fields.wrapped, fields.commitment)
    }

    /// Who has no other way in can neither verify nor repair.
    private static func damaged(_ detail: StaticString) -> VaultError {
        VaultError(
            .tampered, detail,
            mend: """
                Open the vault by another of its ways in and repair it, which removes this slot; where none is left, set the \
                vault aside and restore a backup.
                """)
    }

    /// What follows kind and scope.
    private struct Fields {
        let passes: UInt32
        let memoryKiB: UInt32
        let salt: [UInt8]
        let note: [UInt8]
        let wrapped: [UInt8]
        let commitment: [UInt8]

        init(reading body: RawSpan, _ kind: Kind) throws(ByteCursor.Malformed) {
            var cursor = ByteCursor(body, from: 6)
            passes = try cursor.number(of: body)
            memoryKiB = try cursor.number(of: body)
            salt = [UInt8](copying: body.extracting(try cursor.take(PasswordHash.saltSize)))
            note = kind.carriesNote ? try cursor.publicField(of: body, atMost: noteLimit) : []
            wrapped = [UInt8](copying: body.extracting(try cursor.take(KeyWrap.size)))
            commitment = [UInt8](copying: body.extracting(try cursor.take(commitmentSize)))
            try cursor.finish()
        }
    }

    static func checksum(of body: [UInt8]) -> [UInt8] {
        body.withRawSpan { KeyedHash.digest($0, size: checksumSize) }
    }
}

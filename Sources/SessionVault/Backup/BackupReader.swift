/// Reads a backup's messages in their order; every byte may be anyone's.
struct BackupReader<Source: ByteSource & ~Copyable>: ~Copyable {
    private var source: Source
    private var stream: SealedStream.Reader
    private var context: [UInt8]
    private var count: UInt64 = 0
    private var isFinished = false

    init(_ source: consuming Source, preamble: BackupPreamble, root: borrowing SymmetricKey) throws(VaultError) {
        let key = BackupPreamble.streamKey(root: root, salt: preamble.salt)
        guard let stream = SealedStream.Reader(key: key, header: preamble.streamHeader) else {
            throw VaultError(.tampered)
        }
        context = preamble.encoded
        self.source = source
        self.stream = stream
    }

    /// The next row, or nil after the last; nothing may follow it.
    mutating func next() throws(VaultError) -> BackupMessage? {
        guard !isFinished else { return nil }
        let size = Int(try source.number())
        guard size <= BackupMessage.sizeLimit + SealedStream.overhead else { throw Self.damaged }
        let (message, isFinal) = try open(try source.read(size))
        guard case .end(let total) = message else {
            guard !isFinal else { throw Self.damaged }
            count += 1
            return message
        }
        guard isFinal, total == count, try source.isAtEnd() else { throw Self.damaged }
        isFinished = true
        return nil
    }

    private mutating func open(_ sealed: [UInt8]) throws(VaultError) -> (BackupMessage, isFinal: Bool) {
        do {
            let opened = try sealed.withRawSpan { sealed throws(SealedStream.NotAuthentic) in
                try context.withRawSpan { context throws(SealedStream.NotAuthentic) in
                    try stream.open(sealed, authenticating: context)
                }
            }
            context = []
            let isFinal = opened.isFinal
            return (try opened.bytes.withExposedBytes { try BackupMessage(decoding: $0) }, isFinal)
        } catch { throw Self.damaged }
    }

    private static var damaged: VaultError {
        VaultError(.tampered, "the backup was cut, altered or put in another order")
    }
}

/// Writes a backup: the preamble, then each message with its sealed length before it.
struct BackupWriter: ~Copyable {
    private var stream: SealedStream.Writer
    private let file: FileDescriptor
    private let path: String
    private var context: [UInt8]
    private var count: UInt64 = 0

    init(
        to file: consuming FileDescriptor, path: String, vaultID: [UInt8], slots: [[UInt8]],
        root: borrowing SymmetricKey
    )
        throws(VaultError)
    {
        let salt = BackupPreamble.makeSalt()
        let stream = SealedStream.Writer(key: BackupPreamble.streamKey(root: root, salt: salt))
        let preamble = BackupPreamble(
            vaultID: vaultID, slots: slots, salt: salt, streamHeader: stream.header
        ).encoded
        context = preamble
        self.path = path
        try file.write(preamble, path: path)
        self.file = file
        self.stream = stream
    }

    mutating func write(_ message: BackupMessage) throws(VaultError) {
        try write(message, isFinal: false)
        count += 1
    }

    /// Writes the last message, and makes a file durable.
    mutating func finish() throws(VaultError) {
        try write(.end(count: count), isFinal: true)
        try file.flush(path: path)
    }

    private mutating func write(_ message: BackupMessage, isFinal: Bool) throws(VaultError) {
        let bytes = message.encoded
        guard bytes.count <= BackupMessage.sizeLimit else { throw VaultError(.tampered, "a row is larger than any") }
        let sealed = bytes.withRawSpan { bytes in
            context.withRawSpan { stream.seal(bytes, authenticating: $0, isFinal: isFinal) }
        }
        context = []
        var frame = ByteWriter(capacity: sealed.count + 4)
        frame.appendField(sealed)
        try file.write(frame.bytes, path: path)
    }
}

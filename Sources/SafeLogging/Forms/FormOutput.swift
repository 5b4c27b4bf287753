import Sealing

/// Secret memory that one form after the other is written to.
struct FormScratch: ~Copyable {
    private var storage: SecretBytes
    private var count = 0

    /// Room for any form of a secret of `size` bytes.
    init(forSecretOf size: Int) {
        storage = SecretBytes(zeroed: size * FormOutput.growth)
    }

    /// Writes the form; false where the secret has none, as UTF-16 of bytes that are no text.
    mutating func encode(_ form: SecretForm, of secret: RawSpan) -> Bool {
        var written: Int?
        unsafe storage.withUnsafeMutableBytes { target in
            var output = unsafe FormOutput(target)
            if form.encode(secret, &output) { written = output.count }
        }
        count = written ?? 0
        return written != nil
    }

    /// Lends the form last written.
    func withExposedBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        try storage.withExposedBytes { (bytes) throws(E) in try body(bytes.extracting(first: count)) }
    }
}

/// Appends bytes to memory that has room for them; more is a fault of an encoder and traps.
@safe
struct FormOutput {
    /// No form has more bytes than this for each of the secret's.
    static let growth = 6

    private let target: UnsafeMutableRawBufferPointer
    private(set) var count = 0

    init(_ target: UnsafeMutableRawBufferPointer) {
        unsafe self.target = target
    }

    mutating func append(_ byte: UInt8) {
        unsafe precondition(count < target.count, "a form is longer than any can be")
        unsafe target.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }
}

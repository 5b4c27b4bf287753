package import Sealing

/// The key of the correlation tags that are equal in all runs of a program.
///
/// It belongs to one epoch, which its tags show: when the key is replaced, keep the old one sealed, so that tags before and
/// after can still be joined.
public final class CorrelationKey: Sendable {
    private let key: SymmetricKey

    /// Number of the key's epoch.
    public let epoch: UInt32

    /// Takes a copy of `key`.
    package init(copying key: borrowing SymmetricKey, epoch: UInt32) {
        self.key = key.copy()
        self.epoch = epoch
    }

    /// A tag of the form `<class:epoch:16 hexadecimal digits>`.
    func tag(of text: String, fieldClass: StaticString) -> String {
        "<\(fieldClass):\(epoch):\(Self.digits(of: text, fieldClass: fieldClass, key: key))>"
    }

    /// A tag of the form `<~16 hexadecimal digits>` under a key that no other process has.
    static func processTag(of text: String) -> String {
        "<~\(digits(of: text, fieldClass: "", key: processKey.key))>"
    }

    private static let processKey = CorrelationKey(copying: .random(), epoch: 0)

    private static func digits(of text: String, fieldClass: StaticString, key: borrowing SymmetricKey) -> String {
        var message = ByteWriter()
        fieldClass.withUTF8Buffer { buffer in unsafe message.appendField(buffer) }
        message.appendField(text.utf8)
        let digest = unsafe KeyedHash.digest(message.bytes.span.bytes, key: key, size: 16)
        return Hexadecimal.lower(digest.prefix(8))
    }
}

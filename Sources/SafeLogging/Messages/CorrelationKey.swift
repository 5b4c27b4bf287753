package import Sealing

/// The key of the correlation tags that are equal in all runs of a program.
///
/// It belongs to one epoch, which its tags show. A key that replaces another keeps it, so that lines from before and after can
/// still be joined: ``tags(of:)`` gives the tags of a value under all of them.
public final class CorrelationKey: Sendable {
    private let key: SymmetricKey
    private let older: CorrelationKey?

    /// Number of the key's epoch.
    public let epoch: UInt32

    /// Takes a copy of `key`; `older` is the key that it replaces, of a lower epoch.
    package init(copying key: borrowing SymmetricKey, epoch: UInt32, replacing older: CorrelationKey? = nil) {
        self.key = key.copy()
        self.epoch = epoch
        self.older = older
    }

    /// The tags that log lines may show in place of `value`, the newest epoch's first.
    ///
    /// None where the value's type has no tags; those that end with a process only where it is this one.
    public func tags(of value: some Correlatable) -> [String] {
        switch type(of: value).correlationScope.reach {
        case .acrossRuns(let fieldClass): tags(of: value.correlationText, fieldClass: fieldClass)
        case .process: [Self.processTag(of: value.correlationText)]
        case .nowhere: []
        }
    }

    private func tags(of text: String, fieldClass: StaticString) -> [String] {
        [tag(of: text, fieldClass: fieldClass)] + (older?.tags(of: text, fieldClass: fieldClass) ?? [])
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

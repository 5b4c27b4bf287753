import Sealing

/// The key under which this process knows its live secrets; nothing made with it is ever stored.
struct LiveKey: ~Copyable, Sendable {
    let window: WindowHash
    private let confirmKey: SymmetricKey

    /// A random key.
    init() {
        window = WindowHash(.random())
        confirmKey = .random()
    }

    private init(_ window: WindowHash, _ confirmKey: consuming SymmetricKey) {
        self.window = window
        self.confirmKey = confirmKey
    }

    /// Another holder of the same key.
    func copy() -> LiveKey { LiveKey(window, confirmKey.copy()) }

    /// The 16 bytes that tell `bytes` from whatever else has the same windows.
    func confirm(_ bytes: RawSpan) -> Confirm {
        let (first, second) = ShortHash.words(of: bytes, key: confirmKey)
        return Confirm(first: first, second: second)
    }
}

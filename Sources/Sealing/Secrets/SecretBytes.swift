/// Bytes that must not leak: a token, a passphrase, a key.
///
/// They live outside Swift's heap, in memory that has guard pages, is kept out of core dumps, is locked against swapping
/// where the system allows it (`RLIMIT_MEMLOCK`), and is wiped when the value goes. A value can't be copied by
/// assignment, and can't be interpolated into a string, printed or encoded: such code does not compile.
///
/// The one way to the bytes is ``withExposedBytes(_:)``.
@safe
public struct SecretBytes: ~Copyable, @unchecked Sendable {
    @usableFromInline let start: UnsafeMutableRawPointer
    private let regionSize: Int?

    /// The number of bytes.
    public let count: Int

    /// Tells whether there are no bytes.
    @inlinable public var isEmpty: Bool { count == 0 }

    /// Copies `bytes` into secret memory.
    ///
    /// Whoever owns the original should wipe it.
    public init(copying bytes: RawSpan) {
        self = unsafe SecretBytes(unsafeCount: bytes.byteCount) { target in
            unsafe bytes.withUnsafeBytes { source in unsafe target.copyMemory(from: source) }
        }
    }

    /// Takes the UTF-8 of `text`.
    ///
    /// The string itself stays in ordinary memory until Swift reuses it; use it for values that the program already has
    /// as a string, such as a text field's content.
    public init(utf8 text: String) {
        self = unsafe SecretBytes(unsafeCount: text.utf8.count) { target in unsafe target.copyBytes(from: text.utf8) }
    }

    /// `count` zero bytes.
    package init(zeroed count: Int) {
        self = unsafe SecretBytes(unsafeCount: count) { target in
            unsafe target.initializeMemory(as: UInt8.self, repeating: 0)
        }
    }

    /// Memory of `count` bytes that `body` fills.
    ///
    /// Where it throws, the memory is wiped and given back.
    package init<E: Error>(
        unsafeCount count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) {
        let slot = unsafe SecretArena.allocate(count)
        do {
            unsafe try body(UnsafeMutableRawBufferPointer(start: slot.address, count: count))
        } catch {
            unsafe SecretArena.release(slot)
            throw error
        }
        unsafe start = slot.address
        unsafe regionSize = slot.regionSize
        self.count = count
    }

    deinit {
        unsafe SecretArena.release(SecretArena.Slot(address: start, count: count, regionSize: regionSize))
    }

    /// `count` fresh random bytes.
    public static func random(count: Int) -> SecretBytes {
        unsafe SecretBytes(unsafeCount: count) { target in unsafe Random.fill(target) }
    }

    /// Lends the bytes to `body`.
    ///
    /// They are valid until it returns, and must not be copied out of it into ordinary memory by anyone who wants them
    /// to stay secret.
    @inlinable public func withExposedBytes<R: ~Copyable, E: Error>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
        unsafe try body(RawSpan(_unsafeStart: start, byteCount: count))
    }

    /// A second value with the same bytes, in secret memory of its own.
    public func copy() -> SecretBytes {
        withExposedBytes { bytes in SecretBytes(copying: bytes) }
    }

    /// Part of the bytes, in secret memory of its own.
    ///
    /// `range` must lie within `0 ..< count`.
    package func copy(_ range: Range<Int>) -> SecretBytes {
        withExposedBytes { bytes in SecretBytes(copying: bytes.extracting(range)) }
    }

    /// Compares in time that depends on the lengths alone.
    public func equals(_ other: borrowing SecretBytes) -> Bool {
        withExposedBytes { left in other.withExposedBytes { right in ConstantTime.equal(left, right) } }
    }

    package func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        unsafe try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    package mutating func withUnsafeMutableBytes<R, E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        unsafe try body(UnsafeMutableRawBufferPointer(start: start, count: count))
    }
}

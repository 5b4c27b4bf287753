import Glibc
package import Sealing

/// The secrets that this process knows of, without their plaintext: fingerprints under a key that no other process has.
package final class SecretRegistry: Sendable {
    /// The registry that everything in the process shares.
    package static let process: SecretRegistry = {
        _ = isForkSafe
        return SecretRegistry()
    }()
    /// A child that was forked while a thread held the lock could not log.
    private static let isForkSafe =
        SecretArena.isForkSafe
        && pthread_atfork(
            { SecretRegistry.process.state.hold { _ in } }, { SecretRegistry.process.state.release { _ in } },
            { SecretRegistry.process.state.renew { _ in } }) == 0

    /// What scrubbing works with; it never changes once made.
    final class Snapshot: Sendable {
        let index: LiveIndex
        let exact: ExactForms
        let hasMultilineSecrets: Bool

        /// Tells whether there is nothing to search for.
        var isEmpty: Bool { index.isEmpty && exact.longest == 0 }

        init(index: LiveIndex, exact: ExactForms, hasMultilineSecrets: Bool) {
            self.index = index
            self.exact = exact
            self.hasMultilineSecrets = hasMultilineSecrets
        }
    }

    private struct Entry: Sendable {
        let kind: KnownSecrets.Kind
        var publications = 1
        var fingerprints: [LiveFingerprint] = []
        var exactForms: [ExactForms.Form] = []
        var hasLines = false
    }

    private struct State: ~Copyable, Sendable {
        var entries: [Confirm: Entry] = [:]
        var snapshot: Snapshot?
    }

    private let key = FingerprintKey(.random())
    private let state = Lock(State())

    /// An empty registry.
    package init() {}

    /// Makes `secret` known.
    ///
    /// Published twice, it must be withdrawn twice.
    package func publish(_ secret: borrowing SecretBytes, as kind: KnownSecrets.Kind) {
        let identity = secret.withExposedBytes { bytes in self.identity(of: bytes) }
        let made = secret.withExposedBytes { bytes in entry(of: bytes, kind) }
        state.withLock { state in
            if state.entries[identity] == nil {
                state.entries[identity] = made
                state.snapshot = nil
            } else {
                state.entries[identity]?.publications += 1
            }
        }
    }

    /// Takes back one publication of `secret`; nothing happens where it isn't known.
    package func withdraw(_ secret: borrowing SecretBytes) {
        let identity = secret.withExposedBytes { bytes in self.identity(of: bytes) }
        state.withLock { state in
            guard let entry = state.entries[identity] else { return }
            if entry.publications > 1 {
                state.entries[identity]?.publications -= 1
            } else {
                state.entries[identity] = nil
                state.snapshot = nil
            }
        }
    }

    /// How many secrets of each kind are known.
    package var counts: [KnownSecrets.Kind: Int] {
        state.withLock { state in state.entries.values.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 } }
    }

    /// Lends the secrets known now and the key that they are fingerprinted with.
    func withSnapshot<R>(_ body: (Snapshot, borrowing FingerprintKey) -> R) -> R {
        let snapshot = state.withLock { state -> Snapshot in
            if let snapshot = state.snapshot { return snapshot }
            let made = makeSnapshot(of: state.entries.values)
            state.snapshot = made
            return made
        }
        return body(snapshot, key)
    }

    private func makeSnapshot(of entries: some Collection<Entry>) -> Snapshot {
        Snapshot(
            index: LiveIndex(entries.flatMap(\.fingerprints), key: key),
            exact: ExactForms(entries.flatMap(\.exactForms)),
            hasMultilineSecrets: entries.contains(where: \.hasLines))
    }

    private func identity(of bytes: RawSpan) -> Confirm {
        key.confirm(.whole, ofSecret: bytes)
    }

    private func entry(of bytes: RawSpan, _ kind: KnownSecrets.Kind) -> Entry {
        var entry = Entry(kind: kind)
        SecretLines.forEach(of: bytes) { part, isLine in
            if isLine { entry.hasLines = true }
            forEachPiece(of: part) { piece in
                if let fingerprint = LiveFingerprint(of: piece, key: key) {
                    entry.fingerprints.append(fingerprint)
                } else {
                    entry.exactForms += ExactForms.forms(of: piece, key: key)
                }
            }
        }
        return entry
    }

    /// Cuts what is too large for one fingerprint into pieces of equal size.
    private func forEachPiece(of part: RawSpan, _ body: (RawSpan) -> Void) {
        let limit = LiveFingerprint.sizes.upperBound
        let count = max(1, (part.byteCount + limit - 1) / limit)
        for number in 0..<count {
            let bounds = part.byteCount * number / count..<part.byteCount * (number + 1) / count
            body(part.extracting(bounds))
        }
    }
}

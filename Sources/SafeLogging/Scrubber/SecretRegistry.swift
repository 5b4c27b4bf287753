import Glibc
package import Sealing
import Synchronization

/// The secrets that this process knows of, without their plaintext: fingerprints under a key that no other process has.
package final class SecretRegistry: Sendable {
    /// The registry that everything in the process shares.
    package static let process: SecretRegistry = {
        _ = isForkSafe
        return SecretRegistry()
    }()
    /// A child that was forked while a thread held a lock could not log.
    private static let isForkSafe =
        SecretArena.isForkSafe
        && pthread_atfork(
            {
                SecretRegistry.process.entries.hold { _ in }
                SecretRegistry.process.index.hold()
            },
            {
                SecretRegistry.process.index.release()
                SecretRegistry.process.entries.release { _ in }
            },
            {
                SecretRegistry.process.index.renew()
                SecretRegistry.process.entries.renew { _ in }
            }) == 0

    private struct Entry: Sendable {
        let kind: KnownSecrets.Kind
        var publications = 1
        var hasLines = false
        var additions: [LiveIndex.Addition] = []
    }

    private let key = LiveKey()
    let index: LiveIndex
    private let entries = Lock<[Confirm: Entry]>([:])
    private let multilineSecrets = Atomic(0)

    /// Tells whether a secret has lines that are searched for one by one.
    var hasMultilineSecrets: Bool { multilineSecrets.load(ordering: .relaxed) > 0 }

    /// An empty registry.
    package init() {
        index = LiveIndex(key: key)
    }

    /// Makes `secret` known.
    ///
    /// Published twice, it must be withdrawn twice.
    package func publish(_ secret: borrowing SecretBytes, as kind: KnownSecrets.Kind) {
        let identity = secret.withExposedBytes { bytes in key.confirm(bytes) }
        guard !publishAgain(identity) else { return }
        let made = secret.withExposedBytes { bytes in self.values(of: bytes) }
        entries.withLock { entries in
            if entries[identity] != nil {
                entries[identity]?.publications += 1
            } else {
                let additions = index.add(made.values)
                entries[identity] = Entry(kind: kind, hasLines: made.hasLines, additions: additions)
                if made.hasLines { _ = multilineSecrets.add(1, ordering: .relaxed) }
            }
        }
    }

    private func publishAgain(_ identity: Confirm) -> Bool {
        entries.withLock { entries in
            guard entries[identity] != nil else { return false }
            entries[identity]?.publications += 1
            return true
        }
    }

    /// Takes back one publication of `secret`; nothing happens where it isn't known.
    package func withdraw(_ secret: borrowing SecretBytes) {
        let identity = secret.withExposedBytes { bytes in key.confirm(bytes) }
        entries.withLock { entries in
            guard let entry = entries[identity] else { return }
            if entry.publications > 1 {
                entries[identity]?.publications -= 1
            } else {
                entries[identity] = nil
                index.remove(entry.additions)
                if entry.hasLines { _ = multilineSecrets.subtract(1, ordering: .relaxed) }
            }
        }
    }

    /// How many secrets of each kind are known.
    package var counts: [KnownSecrets.Kind: Int] {
        entries.withLock { entries in entries.values.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 } }
    }

    private func values(of bytes: RawSpan) -> (values: [LiveIndex.Value], hasLines: Bool) {
        var values: [LiveIndex.Value] = []
        var hasLines = false
        SecretLines.forEach(of: bytes) { part, isLine in
            if isLine { hasLines = true }
            forEachPiece(of: part) { piece in values.append(LiveIndex.Value(of: piece, key: key)) }
        }
        return (values, hasLines)
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

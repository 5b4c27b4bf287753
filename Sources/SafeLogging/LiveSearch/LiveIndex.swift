import Sealing

/// Finds many fingerprinted secrets in a text at once.
///
/// Every form has at least 16 bytes, so that one of any eight consecutive windows at its beginning, and one at its end,
/// lies on a multiple of eight: the text is read in steps of eight bytes, one hash and one look-up each, however many
/// secrets there are. What passes the filter is confirmed by keyed BLAKE2b.
final class LiveIndex: Sendable {
    struct Member: Sendable {
        let secret: Int
        let form: SecretForm
        let length: Int
        let headWindow: UInt32
        let tailWindow: UInt32
        let whole: Confirm
        let headIsEvidence: Bool
    }

    /// One end that forms share.
    struct Anchor: Sendable {
        let confirm: UInt64
        /// Hashes of the outermost and of the innermost of the eight windows: together they span all but one byte.
        let outer: UInt32
        let inner: UInt32
        private(set) var members: [Member] = []
        /// Length in bytes of the longest member.
        private(set) var longest = 0

        init(confirm: UInt64, windows: [UInt32]) {
            self.confirm = confirm
            outer = windows[0]
            inner = windows[windows.count - 1]
        }

        mutating func add(_ member: Member) {
            members.append(member)
            longest = max(longest, member.length)
        }
    }

    /// Forms that may share a head and still be told apart by it; beyond, their tails decide.
    private static let sharedHeadLimit = 32
    /// Secrets that are named where one end of several was found.
    static let candidateLimit = 8

    let key: FingerprintKey
    let table: WindowTable
    let anchors: [Anchor]

    /// Number of bytes that a chunk of a stream must repeat from the one before: the length of the longest form.
    let overlap: Int

    /// Tells whether there is nothing to look for.
    var isEmpty: Bool { anchors.isEmpty }

    /// Builds the index of `fingerprints`, all made under `key`.
    init(_ fingerprints: [LiveFingerprint], key: borrowing FingerprintKey) {
        var builder = Builder()
        for (secret, fingerprint) in fingerprints.enumerated() {
            for form in fingerprint.forms { builder.add(form, of: secret) }
        }
        self.key = key.copy()
        table = WindowTable(builder.items)
        anchors = builder.anchors
        overlap = fingerprints.map(\.longestForm).max() ?? 0
    }

    private struct Builder {
        private struct End: Hashable {
            let isTail: Bool
            let confirm: UInt64
        }

        private(set) var items: [WindowTable.Item] = []
        private(set) var anchors: [Anchor] = []
        private var known: [End: Int] = [:]

        mutating func add(_ form: LiveFingerprint.Form, of secret: Int) {
            let head = End(isTail: false, confirm: form.head)
            let isShared = known[head].map { anchors[$0].members.count >= sharedHeadLimit } ?? false
            let usesHead = form.headIsEvidence && !isShared
            let member = Member(
                secret: secret, form: form.form, length: form.length, headWindow: form.headWindows[0],
                tailWindow: form.tailWindows[0], whole: form.whole, headIsEvidence: usesHead)
            if usesHead { add(member, to: head, windows: form.headWindows) }
            add(member, to: End(isTail: true, confirm: form.tail), windows: form.tailWindows)
        }

        private mutating func add(_ member: Member, to end: End, windows: [UInt32]) {
            if let anchor = known[end] {
                anchors[anchor].add(member)
                return
            }
            known[end] = anchors.count
            for (distance, hash) in windows.enumerated() {
                items.append(
                    WindowTable.Item(
                        hash: hash, anchor: UInt32(anchors.count), distance: UInt8(distance), isTail: end.isTail))
            }
            var anchor = Anchor(confirm: end.confirm, windows: windows)
            anchor.add(member)
            anchors.append(anchor)
        }
    }
}

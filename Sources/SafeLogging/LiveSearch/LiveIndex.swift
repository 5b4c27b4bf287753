import Sealing

/// Finds the secrets of this process in a text, however many there are; they come and go one by one.
///
/// A scan reads the filters without a lock. What passes, one window in some hundreds, is looked up under the lock and
/// confirmed by SipHash.
final class LiveIndex: Sendable {
    /// What is known of one value.
    enum Value: Sendable {
        case ends(LiveFingerprint)
        case exact([ExactForm])

        /// Nothing, where the value is too short or may be a word.
        init(of secret: RawSpan, key: borrowing LiveKey) {
            if let fingerprint = LiveFingerprint(of: secret, key: key) {
                self = .ends(fingerprint)
            } else {
                self = .exact(ExactForm.all(of: secret, key: key))
            }
        }
    }

    /// What an addition is taken back by.
    enum Addition: Sendable {
        case ends(EndTable.Addition)
        case exact([Int])
    }

    /// What a scan works with.
    struct View: Sendable {
        let ends: LiveFilter?
        let exact: LiveFilter?
        /// Length in bytes of the longest form that there has been.
        let longest: Int

        var isEmpty: Bool { ends == nil && exact == nil }
        /// Texts of fewer bytes hold nothing.
        var shortest: Int { exact == nil ? LiveFingerprint.endSize : ExactForm.minimumSize }
    }

    private struct Tables: Sendable {
        var ends = EndTable()
        var exact = ExactTable()
        var room: [DecodingRoom] = []
    }

    /// Threads that find room from earlier lines.
    private static let roomLimit = 4

    let key: LiveKey
    private let tables = Lock(Tables())

    /// An empty index for what is made under `key`.
    init(key: borrowing LiveKey) {
        self.key = key.copy()
    }

    func add(_ values: [Value]) -> [Addition] {
        tables.withLock { tables in
            values.map { value in
                switch value {
                case .ends(let fingerprint): .ends(tables.ends.add(fingerprint))
                case .exact(let forms): .exact(forms.map { tables.exact.add($0) })
                }
            }
        }
    }

    func remove(_ additions: [Addition]) {
        tables.withLock { tables in
            for addition in additions {
                switch addition {
                case .ends(let addition): tables.ends.remove(addition)
                case .exact(let numbers): for number in numbers { tables.exact.remove(number) }
                }
            }
        }
    }

    var view: View {
        tables.withLock { tables in
            View(
                ends: tables.ends.isEmpty ? nil : tables.ends.filter,
                exact: tables.exact.isEmpty ? nil : tables.exact.filter,
                longest: max(tables.ends.longest, tables.exact.longest))
        }
    }

    func ends(_ hash: UInt32) -> [EndTable.Candidate] { tables.withLock { $0.ends.candidates(hash) } }

    func exactForms(_ hash: UInt32) -> [ExactForm] { tables.withLock { $0.exact.candidates(hash) } }

    /// Room for texts that are decoded, for one scan.
    func takeRoom() -> DecodingRoom { tables.withLock { $0.room.popLast() ?? DecodingRoom() } }

    func giveBack(_ room: DecodingRoom) {
        tables.withLock { tables in
            if tables.room.count < Self.roomLimit { tables.room.append(room) }
        }
    }

    /// Keeps every other thread out while this process forks.
    func hold() { tables.hold { _ in } }

    func release() { tables.release { _ in } }

    /// Makes the index usable in the child, which has none of the threads that used it.
    func renew() { tables.renew { _ in } }
}

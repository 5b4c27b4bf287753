import Sealing

/// Refusals of the gate that the journal does not have yet.
///
/// A refusal itself writes nothing; the next change of the vault takes it along.
final class PendingRefusals: Sendable {
    private let events = Lock<[JournalEvent]>([])
    private static let limit = 64

    func note(_ event: JournalEvent) {
        events.withLock { events in
            if events.count < Self.limit { events.append(event) }
        }
    }

    /// Hands over what there is.
    func take() -> [JournalEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }

    /// Takes back what could not be written.
    func putBack(_ taken: [JournalEvent]) {
        events.withLock { $0 = Array((taken + $0).prefix(Self.limit)) }
    }
}

extension JournalEvent.Refusal {
    init(_ reason: WrongRole.Reason) {
        switch reason {
        case .roleNotAllowed: self = .roleNotAllowed
        case .roleMissing: self = .roleMissing
        case .accountDisabled: self = .accountDisabled
        case .otherAccount: self = .otherAccount
        }
    }
}

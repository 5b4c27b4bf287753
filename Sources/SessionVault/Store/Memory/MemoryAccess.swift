/// The statements of a store in memory, on a copy that its write takes over.
final class MemoryAccess: StoreWriter {
    private(set) var state: MemoryState

    init(_ state: MemoryState) {
        self.state = state
    }

    func header() throws(VaultError) -> StoredHeader {
        guard let header = state.header else { throw VaultError(.tampered) }
        return header
    }

    func slots() -> [StoredSlot] { state.slots }

    func epochs() -> [Epoch.Wrapped] { state.epochs.values.sorted { $0.number < $1.number } }

    func manifest() throws(VaultError) -> [UInt8] {
        guard let manifest = state.manifest else { throw VaultError(.tampered) }
        return manifest
    }

    func row(named name: [UInt8]) -> RecordRow? {
        state.records.first { $0.record.name == name }.map { RecordRow(number: $0.row, record: $0.record) }
    }

    func recordCount() -> Int { state.records.count }

    func records(before epoch: UInt32, from position: Int64) -> [RecordRow] {
        var batch = RecordBatch()
        for (row, record) in state.records where row >= position && record.epoch < epoch {
            guard batch.take(RecordRow(number: row, record: record)) else { break }
        }
        return batch.rows
    }

    func forEachRow(_ body: (Int64, StoredRecord) throws(VaultError) -> Void) throws(VaultError) {
        for (row, record) in state.records { try body(row, record) }
    }

    func forEachIndexed(_ body: (Int64, [UInt8]) throws(VaultError) -> Void) throws(VaultError) {
        for (row, record) in state.records.sorted(by: { $0.record.name.lexicographicallyPrecedes($1.record.name) }) {
            try body(row, record.name)
        }
    }

    func forEachQuarantined(_ body: (StoredRecord) throws(VaultError) -> Void) throws(VaultError) {
        for record in state.quarantine { try body(record) }
    }

    func epochsInUse() -> Set<UInt32> {
        Set(state.records.map(\.record.epoch) + state.quarantine.map(\.epoch))
    }

    func forEachEvent(_ body: (StoredEvent) throws(VaultError) -> Void) throws(VaultError) {
        for event in state.events { try body(event) }
    }

    func setHeader(_ header: StoredHeader) { state.header = header }

    func addSlot(_ bytes: [UInt8]) {
        state.lastSlot += 1
        state.slots.append(StoredSlot(number: state.lastSlot, bytes: bytes))
    }

    func removeSlot(_ number: Int64) { state.slots.removeAll { $0.number == number } }

    func addEpoch(_ epoch: Epoch.Wrapped) { state.epochs[epoch.number] = epoch }

    func removeEpoch(_ number: UInt32) { state.epochs[number] = nil }

    func setManifest(_ bytes: [UInt8]) { state.manifest = bytes }

    func put(_ record: StoredRecord) {
        if let index = state.records.firstIndex(where: { $0.record.name == record.name }) {
            state.records[index].record = record
        } else {
            state.lastRow += 1
            state.records.append((state.lastRow, record))
        }
    }

    func replace(row: Int64, with record: StoredRecord) {
        guard let index = state.records.firstIndex(where: { $0.row == row }) else { return }
        state.records[index].record = record
    }

    func removeRecord(named name: [UInt8]) { state.records.removeAll { $0.record.name == name } }

    func rebuildIndex(preferring isReadable: (StoredRecord) -> Bool) -> Int { 0 }

    func quarantine(row: Int64) {
        state.quarantine += state.records.filter { $0.row == row }.map(\.record)
        state.records.removeAll { $0.row == row }
    }

    func addQuarantined(_ record: StoredRecord) { state.quarantine.append(record) }

    func removeQuarantined(named name: [UInt8]) { state.quarantine.removeAll { $0.name == name } }

    func clearQuarantine() { state.quarantine = [] }

    func addEvent(_ event: StoredEvent) { state.events.append(event) }

    func keepEvents(_ numbers: Range<UInt64>) { state.events.removeAll { !numbers.contains($0.number) } }

    func removeEvents(before number: UInt64) { state.events.removeAll { $0.number < number } }
}

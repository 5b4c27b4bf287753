/// The header's authentication: a keyed hash over everything that leads to the keys, so that no slot or epoch can be
/// added, altered or removed by whoever lacks the root key.
enum Header {
    static let vaultIDSize = 16

    /// Writes the header for the slots and epochs that the store now has.
    static func write(created: UnixTime, to store: any StoreWriter, keys: Keyring) throws(VaultError) {
        let fields = try fields(vaultID: keys.vaultID, created: created.milliseconds, over: store)
        try store.setHeader(
            StoredHeader(vaultID: keys.vaultID, created: created.milliseconds, mac: mac(of: fields, keys.headerMAC)))
    }

    /// Writes the header anew after slots or epochs have changed.
    static func rewrite(in store: any StoreWriter, keys: Keyring) throws(VaultError) {
        try write(created: UnixTime(milliseconds: try store.header().created), to: store, keys: keys)
    }

    static func verify(_ store: any StoreAccess, keys: Keyring) throws(VaultError) {
        try Authenticated(store).verify(with: keys)
    }

    /// What the keyed hash covers, read in one consistent state.
    struct Authenticated {
        let header: StoredHeader
        private let fields: [UInt8]

        init(_ store: any StoreAccess) throws(VaultError) {
            header = try store.header()
            fields = try Header.fields(vaultID: header.vaultID, created: header.created, over: store)
        }

        func isAuthentic(under root: borrowing SymmetricKey) -> Bool {
            isAuthentic(with: root.derive(KeyLabel.Root.headerMAC))
        }

        func verify(with keys: Keyring) throws(VaultError) {
            guard isAuthentic(with: keys.headerMAC), header.vaultID == keys.vaultID else { throw Header.damaged }
        }

        private func isAuthentic(with key: borrowing SymmetricKey) -> Bool {
            Header.mac(of: fields, key).withRawSpan { expected in
                header.mac.withRawSpan { ConstantTime.equal(expected, $0) }
            }
        }
    }

    static let damaged = VaultError(
        .tampered, "the key slots or epochs are not as they were written, or the root key was replaced")

    private static func mac(of fields: [UInt8], _ key: borrowing SymmetricKey) -> [UInt8] {
        fields.withRawSpan { KeyedHash.digest($0, key: key) }
    }

    private static func fields(vaultID: [UInt8], created: Int64, over store: any StoreAccess) throws(VaultError)
        -> [UInt8]
    {
        var writer = ByteWriter(capacity: 1_024)
        writer.append("SVH1")
        writer.append(VaultFile.format)
        writer.appendField(vaultID)
        writer.append(created)
        let slots = try store.slots()
        writer.append(UInt32(slots.count))
        for slot in slots {
            writer.append(slot.number)
            writer.appendField(slot.bytes)
        }
        let epochs = try store.epochs()
        writer.append(UInt32(epochs.count))
        for epoch in epochs {
            writer.append(epoch.number)
            writer.appendField(epoch.content)
            writer.appendField(epoch.metadata)
        }
        return writer.bytes
    }
}

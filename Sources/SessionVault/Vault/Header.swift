/// The header's authentication: a keyed hash over everything that leads to the keys, so that no slot or epoch can be
/// added, altered or removed by whoever lacks the root key.
enum Header {
    static let vaultIDSize = 16

    static func write(created: UnixTime, to store: any StoreWriter, keys: Keyring) throws(VaultError) {
        let mac = try mac(created: created.milliseconds, over: store, keys: keys)
        try store.setHeader(StoredHeader(vaultID: keys.vaultID, created: created.milliseconds, mac: mac))
    }

    static func verify(_ store: any StoreAccess, keys: Keyring) throws(VaultError) {
        let header = try store.header()
        let expected = try mac(created: header.created, over: store, keys: keys)
        let isAuthentic = expected.withRawSpan { expected in
            header.mac.withRawSpan { ConstantTime.equal(expected, $0) }
        }
        guard isAuthentic, header.vaultID == keys.vaultID else {
            throw VaultError(.tampered, "the key slots or epochs are not as they were written")
        }
    }

    private static func mac(created: Int64, over store: any StoreAccess, keys: Keyring) throws(VaultError) -> [UInt8] {
        var writer = ByteWriter(capacity: 512)
        writer.append("SVH1".utf8)
        writer.append(VaultFile.format)
        writer.appendField(keys.vaultID)
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
        return writer.bytes.withRawSpan { KeyedHash.digest($0, key: keys.headerMAC) }
    }
}

/// The associated data of a record's two parts.
///
/// It binds each to its vault, name, epoch, version and place, and the body also to the sealed metadata: rows, parts,
/// versions and vaults can't be swapped, nor a body joined to another's admission.
struct RecordContext {
    let vaultID: [UInt8]
    let name: [UInt8]
    let epoch: UInt32
    let version: UInt64

    init(vaultID: [UInt8], name: [UInt8], epoch: UInt32, version: UInt64) {
        self.vaultID = vaultID
        self.name = name
        self.epoch = epoch
        self.version = version
    }

    init(of record: StoredRecord, in vaultID: [UInt8]) {
        self.init(vaultID: vaultID, name: record.name, epoch: record.epoch, version: record.version)
    }

    var metadata: ByteWriter { common(part: 1) }

    func body(of sealedMetadata: [UInt8]) -> ByteWriter {
        var writer = common(part: 2)
        writer.appendHash(of: sealedMetadata)
        return writer
    }

    private func common(part: UInt8) -> ByteWriter {
        var writer = ByteWriter()
        writer.append("SVR1")
        writer.appendField(vaultID)
        writer.appendField(name)
        writer.append(epoch)
        writer.append(version)
        writer.append(part)
        return writer
    }
}

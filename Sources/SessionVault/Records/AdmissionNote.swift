/// Which branch admitted a session, and under which gate policy.
package struct AdmissionNote: Sendable, Hashable {
    package let branch: SignInBranch
    package let policy: GatePolicy
}

extension AdmissionNote {
    private static let roleLimit = 256

    init?(reading cursor: inout ByteCursor, of bytes: RawSpan) throws(ByteCursor.Malformed) {
        guard try cursor.flag(of: bytes) else { return nil }
        branch = try cursor.oneOf(of: bytes)
        let isOpen = try cursor.flag(of: bytes)
        let count = Int(try cursor.number(UInt32.self, of: bytes))
        guard count <= Self.roleLimit, !isOpen || count == 0 else { throw ByteCursor.Malformed() }
        var roles: Set<Role> = []
        for _ in 0..<count {
            guard let role = Role(try cursor.text(of: bytes, atMost: 64)) else { throw ByteCursor.Malformed() }
            roles.insert(role)
        }
        policy = isOpen ? .open : .roles(roles)
    }
}

extension ByteWriter {
    mutating func append(_ note: AdmissionNote?) {
        append(UInt8(note == nil ? 0 : 1))
        guard let note else { return }
        append(note.branch.rawValue)
        var roles: [String] = []
        switch note.policy {
        case .open: append(UInt8(1))
        case .roles(let allowed):
            append(UInt8(0))
            roles = allowed.map(\.name).sorted()
        }
        append(UInt32(roles.count))
        for role in roles { appendField(Array(role.utf8)) }
    }
}

/// What an account is allowed to be, as the server says: the one input of the role gate.
public struct Role: Hashable, Sendable, CustomStringConvertible {
    /// Lower-case letters, digits and `-`, 1 … 64 bytes: fit for a log and a report.
    public let name: String

    /// Takes a role's name as a server sends it, or returns nil where it is no such name.
    ///
    /// A role that can't be read is no role, and a gate admits no account without one.
    public init?(_ name: some StringProtocol) {
        let isName = name.utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
        }
        guard isName, (1...64).contains(name.utf8.count) else { return nil }
        self.name = String(name)
    }

    private init(known name: StaticString) {
        self.name = "\(name)"
    }

    /// Level 0 of the ordering API.
    public static let administrator = Role(known: "administrator")
    /// Level 1 of the ordering API.
    public static let cityManager = Role(known: "city-manager")
    /// Level 2 of the ordering API.
    public static let businessOwner = Role(known: "business-owner")
    /// Level 3 of the ordering API.
    public static let customer = Role(known: "customer")
    /// Level 4 of the ordering API.
    public static let driver = Role(known: "driver")
    /// Level 5 of the ordering API.
    public static let driversManager = Role(known: "drivers-manager")
    /// Level 8 of the ordering API.
    public static let professional = Role(known: "professional")
    /// Level 9 of the ordering API.
    public static let callCentreAgent = Role(known: "call-centre-agent")

    /// The role's name.
    public var description: String { name }
}

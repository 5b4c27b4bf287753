/// What a gate lets through.
public enum GatePolicy: Hashable, Sendable, CustomStringConvertible {
    /// Accounts with one of these roles.
    case roles(Set<Role>)
    /// Accounts of any role, or of none.
    case open

    /// Its form in reports: `driver,professional`, `none` or `open`.
    public var description: String {
        switch self {
        case .open: "open"
        case .roles(let roles): roles.isEmpty ? "none" : roles.map(\.name).sorted().joined(separator: ",")
        }
    }
}

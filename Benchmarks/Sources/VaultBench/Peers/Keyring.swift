import Glibc
import RawPeers

/// The desktop's keyring, asked through libsecret.
@safe
struct Keyring: @unchecked Sendable {
    private let library: raw_libsecret

    /// Nil where libsecret is not installed, or no keyring answers on the session's bus.
    init?() {
        guard unsafe getenv("DBUS_SESSION_BUS_ADDRESS") != nil else { return nil }
        var library = raw_libsecret()
        guard unsafe raw_libsecret_load(&library) == 1 else { return nil }
        self.library = library
        guard store("1", "made-up value") else { return nil }
    }

    func store(_ account: String, _ value: String) -> Bool {
        var library = library
        return unsafe raw_libsecret_store(&library, account, value) == 1
    }

    func lookup(_ account: String) -> Int {
        var library = library
        return unsafe raw_libsecret_lookup(&library, account)
    }
}

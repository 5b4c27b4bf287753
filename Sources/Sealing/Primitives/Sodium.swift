import CSodium

/// The library beneath, made ready once for the whole process.
enum Sodium {
    /// Initialises libsodium on the first use; it only fails where the system has no source of randomness.
    static let ready: Void = {
        precondition(sodium_init() >= 0, "libsodium found no source of randomness")
    }()
}

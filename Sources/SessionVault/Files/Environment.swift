import Glibc

/// The environment's variables.
///
/// One that is empty counts as not set.
package enum Environment {
    /// The value, or nil.
    package static func value(_ name: String) -> String? {
        guard let text = unsafe getenv(name) else { return nil }
        let value = unsafe String(cString: text)
        return value.isEmpty ? nil : value
    }
}

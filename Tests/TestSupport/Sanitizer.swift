import Glibc

/// The sanitizers replace parts of the C library, and some tests are about just these parts.
package enum Sanitizer {
    /// Tells whether the address or thread sanitizer runs in this process.
    ///
    /// They take `SIGSEGV` for themselves, and turn `mlock` into a call that does nothing.
    package static let isActive = isLoaded("__asan_init") || isLoaded("__tsan_init")

    private static func isLoaded(_ symbol: String) -> Bool {
        unsafe dlsym(nil, symbol) != nil
    }
}

/// Sixteen bytes, random for each process, that stand beside a secret and tell when it was written past its bounds.
enum Canary {
    static let size = 16

    private static let value = (RandomBytes.number(), RandomBytes.number())

    static func write(at address: UnsafeMutableRawPointer) {
        unsafe address.storeBytes(of: value, as: (UInt64, UInt64).self)
    }

    /// Ends the process where the canary was overwritten: memory of other secrets may be damaged too.
    static func check(at address: UnsafeMutableRawPointer) {
        let found = unsafe address.loadUnaligned(as: (UInt64, UInt64).self)
        precondition(found == value, "a secret was written past its bounds")
    }
}

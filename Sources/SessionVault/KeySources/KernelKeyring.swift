import CLinux
import Glibc
import SafeLogging

/// Keeps a vault's root key for a while in the kernel's keyring of the user (keyrings(7)), which nothing writes to a disk.
///
/// The user's keyring and not the session's, which differs under systemd, `su` and `sudo`.
enum KernelKeyring {
    /// The user may see, find, read and remove the key; nobody else has any right.
    private static let permissions: UInt32 = 0x3b2b_0000

    /// Keeps the key, in the place of an earlier one, until `seconds` are over.
    ///
    /// It gets its time limit before the user's keyring leads to it, so a kill leaves no key without one.
    static func keep(_ root: borrowing SymmetricKey, of vaultID: [UInt8], seconds: UInt32) throws(VaultError) {
        let added = root.bytes.withExposedBytes { bytes in
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe cl_key_add(description(vaultID), bytes.baseAddress, bytes.count, CInt(CL_PROCESS_KEYRING))
            }
        }
        guard added >= 0 else { throw refusal(errno) }
        defer { _ = cl_key_unlink(added, CInt(CL_PROCESS_KEYRING)) }
        guard cl_key_set_permissions(added, permissions) == 0, cl_key_set_timeout(added, seconds) == 0,
            cl_key_link(added, CInt(CL_USER_KEYRING)) == 0
        else { throw refusal(errno) }
    }

    /// The key, or nil where none is kept or its time is over.
    static func root(of vaultID: [UInt8]) throws(VaultError) -> SymmetricKey? {
        guard let key = try find(vaultID) else { return nil }
        var count = 0
        var cause: CInt = 0
        let bytes = unsafe SecretBytes(unsafeCount: SymmetricKey.size) { target in
            count = unsafe cl_key_read(key, target.baseAddress, target.count)
            cause = errno
        }
        // Its time may be over by now.
        guard count >= 0 else { return try absence(cause) }
        return count == SymmetricKey.size ? SymmetricKey(bytes) : nil
    }

    /// Removes the key; tells whether there was one.
    static func forget(_ vaultID: [UInt8]) throws(VaultError) -> Bool {
        guard let key = try find(vaultID) else { return false }
        guard cl_key_invalidate(key) == 0 || cl_key_unlink(key, CInt(CL_USER_KEYRING)) == 0 else {
            _ = try absence(errno) as Int?
            return false
        }
        return true
    }

    private static func find(_ vaultID: [UInt8]) throws(VaultError) -> Int? {
        let found = unsafe cl_key_search(CInt(CL_USER_KEYRING), description(vaultID))
        guard found < 0 else { return found }
        return try absence(errno)
    }

    /// Nothing, where that is what the system says.
    private static func absence<Found: ~Copyable>(_ cause: CInt) throws(VaultError) -> Found? {
        guard [ENOKEY, EKEYEXPIRED, EKEYREVOKED].contains(cause) else { throw refusal(cause) }
        return nil
    }

    private static func description(_ vaultID: [UInt8]) -> String { "sessionvault:\(Hexadecimal.lower(vaultID))" }

    private static func refusal(_ cause: CInt) -> VaultError {
        switch cause {
        case EDQUOT, ENOMEM:
            VaultError(
                .keySourceUnavailable, "the user's kernel keyring is full",
                mend: "See it with `keyctl show @u`, or use another way in.")
        default:
            VaultError(
                .keySourceUnavailable, "the system does not let this process use the kernel's keyring",
                mend: "Use another way in: containers often forbid the keyring.")
        }
    }
}

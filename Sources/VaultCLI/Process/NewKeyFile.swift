import Glibc
import SessionVault

/// A key file for a new way into a vault: made if it is missing.
struct NewKeyFile {
    let path: String
    let wasMade: Bool

    init(at path: String) throws(CommandFailure) {
        self.path = path
        do throws(VaultError) {
            try KeyFile.create(at: path)
            wasMade = true
        } catch {
            guard error.code == .alreadyExists else { throw CommandFailure(error) }
            wasMade = false
        }
    }

    /// Takes it away again where nothing needs it.
    func discard() {
        if wasMade { unsafe unlink(path) }
    }
}

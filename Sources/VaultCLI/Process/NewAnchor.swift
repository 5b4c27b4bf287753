import Glibc
import SessionVault

/// The anchor file that a command names: made if it is missing.
struct NewAnchor {
    let path: String
    let wasMade: Bool

    init(at path: String) throws(CommandFailure) {
        self.path = path
        do throws(VaultError) {
            _ = try FileAnchor.create(at: path)
            wasMade = true
        } catch {
            if error.code == .absent {
                throw CommandFailure("\(path): the folder for the anchor is missing. Make it, or mount its medium.")
            }
            guard error.code == .alreadyExists else { throw CommandFailure(error) }
            wasMade = false
        }
    }

    /// Takes it away again where nothing needs it.
    func discard() {
        guard wasMade else { return }
        for suffix in ["", ".lock"] { unsafe unlink(path + suffix) }
    }
}

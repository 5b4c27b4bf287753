import Glibc
import SessionVault

/// `vault backup`.
enum BackupCommand {
    static func run(_ invocation: Invocation, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let target = invocation.operands.first ?? ""
        guard target != "-" else { return try toStandardOutput(invocation, console) }
        try requireFree(target)
        let vault = try KeyInput.openVault(invocation, console)
        try Progress.during("Backing up", console) { () throws(CommandFailure) in
            try vaultStep { () throws(VaultError) in try vault.backUp(to: target) }
        }
        var status = stat()
        let size = unsafe stat(target, &status) == 0 ? Int(status.st_size) : nil
        var page = Page()
        page.field("Backup", target + (size.map { ", \(Wording.number($0)) bytes" } ?? ""), .strong)
        page.sentence("Sealed: it opens with what opens the vault now. To make a vault from it, anywhere:")
        page.line("vault restore \(target) --vault PATH", indent: 2)
        try console.confirm(
            page, json: .answer("backup/1", [("path", .string(target)), ("size", .integer(size))]))
        return .done
    }

    private static func toStandardOutput(_ invocation: Invocation, _ console: Console) throws(CommandFailure)
        -> ExitStatus
    {
        guard !console.wantsJSON else {
            throw .usage("with - the backup alone goes to standard output, and no JSON", of: invocation.command)
        }
        guard !FileOutput.isTerminal(STDOUT_FILENO) else {
            throw CommandFailure("a backup is not for a terminal. Name a FILE, or lead standard output elsewhere.")
        }
        let vault = try KeyInput.openVault(invocation, console)
        let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
        guard output >= 0 else { throw CommandFailure("standard output can't be written. Lead it to a file.") }
        try Progress.during("Backing up", console) { () throws(CommandFailure) in
            try vaultStep { () throws(VaultError) in try vault.backUp(toDescriptor: output) }
        }
        console.note("The backup is whole. `vault restore` makes a vault from it.")
        return .done
    }

    /// Before anybody is asked for a passphrase; the backup's own check comes later and decides.
    private static func requireFree(_ path: String) throws(CommandFailure) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard unsafe access(folder, F_OK) == 0 else {
            throw CommandFailure("\(folder): there is no such folder. Make it, or name another FILE.")
        }
        guard unsafe access(path, F_OK) != 0 else {
            throw CommandFailure("\(path): something stands here already. Name another FILE; nothing was overwritten.")
        }
    }
}

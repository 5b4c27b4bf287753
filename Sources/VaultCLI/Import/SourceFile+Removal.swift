import Glibc
import Sealing

extension SourceFile {
    /// Why a file was left where it is.
    struct Kept: Error, Sendable {
        let reason: String
    }

    private static let step = 65_536

    /// Overwrites the file with random bytes, flushes them and removes its name.
    ///
    /// A file that somebody has changed since it was read, or that has other names, stays as it is. What a disk or file
    /// system keeps of older bytes elsewhere is out of reach.
    func shred() throws(Kept) {
        guard names == 1 else { throw Kept(reason: "\(path) has other names (hard links), which would lose it too") }
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { throw Kept(reason: "\(path) can't be written") }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, State(status) == state else {
            throw Kept(reason: "\(path) was changed meanwhile")
        }
        var rest = Int(state.size)
        while rest > 0 {
            let noise = SecretBytes.random(count: min(rest, Self.step))
            guard FileOutput.write(noise, to: descriptor) else { throw Kept(reason: "\(path) can't be overwritten") }
            rest -= noise.count
        }
        guard fsync(descriptor) == 0, unsafe unlink(path) == 0 else {
            throw Kept(reason: "\(path) is overwritten, but can't be removed")
        }
        Self.flushFolder(of: path)
    }

    /// Makes it durable that a name is gone; where that fails, only a crash could bring back the overwritten file.
    private static func flushFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

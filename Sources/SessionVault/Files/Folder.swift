import Glibc

/// The folder that a vault stands in.
enum Folder {
    /// The path of the folder that contains `path`.
    static func containing(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Makes `path` and the folders above it where they are missing, each with mode 0700.
    static func make(_ path: String) throws(VaultError) {
        var status = stat()
        if unsafe stat(path, &status) == 0 { return }
        guard errno == ENOENT else { throw .system(errno, path: path) }
        let parent = containing(path)
        if parent != path { try make(parent) }
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system(errno, path: path) }
    }

    /// Makes a new name in the folder of `path` durable.
    static func flush(containing path: String) throws(VaultError) {
        let folder = containing(path)
        let descriptor = unsafe Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno, path: folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system(errno, path: folder) }
    }

    /// Refuses a path that can't name a file.
    ///
    /// A zero byte would cut it short on its way to the system.
    static func requireFileName(_ path: String) throws(VaultError) {
        let name =
            path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? path.utf8[...]
        let isName = !name.isEmpty && !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8)
        guard isName, !path.utf8.contains(0) else {
            throw VaultError(.invalidArgument, "this path can't name a file")
        }
    }

    /// `path` with the folder's symbolic links resolved; the last component stays as it is.
    static func resolving(_ path: String) throws(VaultError) -> String {
        try requireFileName(path)
        let folder = containing(path)
        guard let resolved = unsafe realpath(folder, nil) else { throw .system(errno, path: folder) }
        defer { unsafe free(resolved) }
        let name = path.split(separator: "/", omittingEmptySubsequences: true).last ?? ""
        let base = unsafe String(cString: resolved)
        return base == "/" ? "/\(name)" : "\(base)/\(name)"
    }
}

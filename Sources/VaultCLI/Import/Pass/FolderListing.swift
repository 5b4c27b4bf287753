import Glibc

/// The names in a folder of the user's own.
enum FolderListing {
    /// The names in the order of their bytes, without those that begin with a dot.
    static func names(in path: String) throws(ImportFault) -> [String] {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw failure(errno, path) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
            close(descriptor)
            throw ImportFault(.foreign, path, "it belongs to another user", mend: "Run the command as that user.")
        }
        guard let folder = unsafe fdopendir(descriptor) else {
            close(descriptor)
            throw failure(errno, path)
        }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            guard let name = unsafe name(of: entry) else {
                throw ImportFault(.malformed, path, "a name in it is no UTF-8", mend: "Rename it.")
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// A link refused by O_DIRECTORY and O_NOFOLLOW together says that it is no folder.
    private static func failure(_ code: CInt, _ path: String) -> ImportFault {
        var status = stat()
        let isLink = unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
        if isLink { return SourceFile.system(ELOOP, path) }
        return code == ENOENT
            ? ImportFault(.absent, path, "there is no such folder", mend: "Name another.")
            : SourceFile.system(code, path)
    }
}

import Glibc

/// A folder for one suite's files.
enum TemporaryFolder {
    static func make(in parent: String = "/tmp") -> String {
        var template = Array("\(parent)/vault-bench-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { preconditionFailure("no temporary folder") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Deletes the folder and the files in it.
    static func remove(_ folder: String) {
        if let entries = unsafe opendir(folder) {
            while let entry = unsafe readdir(entries) {
                let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                    unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
                }
                unsafe unlink("\(folder)/\(name)")
            }
            unsafe closedir(entries)
        }
        unsafe rmdir(folder)
    }
}

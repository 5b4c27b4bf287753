import Glibc

/// A file's bytes; none where there is no file.
func readFile(_ path: String) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Int(max(0, lseek(file, 0, SEEK_END))))
    let count = unsafe pread(file, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
}

/// Writes a file of mode 0600 in the place of what was there.
func writeFile(_ path: String, _ bytes: [UInt8]) {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = unsafe pwrite(file, bytes, bytes.count, 0)
}

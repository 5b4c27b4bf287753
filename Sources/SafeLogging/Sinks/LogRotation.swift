import Glibc

/// Puts a full log file aside.
///
/// Processes that share a file take turns by a lock on it, and notice when another was first.
struct LogRotation: Sendable {
    /// Size in bytes beyond which a file is put aside; 0 for never.
    let size: Int
    let keptFiles: Int

    /// Makes `file` the one that `path` leads to and that has room for `room` bytes more.
    ///
    /// Nil where it can't be opened.
    func prepare(_ file: inout LogFile?, path: String, room: Int) {
        if file?.isAt(path) != true { file = try? LogFile(path: path) }
        guard size > 0, let current = file?.size, current > 0, current + room > size else { return }
        if let descriptor = file?.descriptor, flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
            if file?.isAt(path) == true { shift(path) }
            flock(descriptor, LOCK_UN)
        }
        if file?.isAt(path) != true { file = try? LogFile(path: path) }
    }

    private func shift(_ path: String) {
        for number in stride(from: keptFiles - 1, to: 0, by: -1) {
            unsafe rename("\(path).\(number)", "\(path).\(number + 1)")
        }
        unsafe rename(path, "\(path).1")
    }
}

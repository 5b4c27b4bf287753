import Glibc

/// Puts a full or an old log file aside.
///
/// Processes that share a file take turns by a lock on it, and notice when another was first.
struct LogRotation: Sendable {
    /// Size in bytes beyond which a file is put aside; 0 for never.
    let size: Int
    /// Seconds after which another file is begun, counted from 1970; 0 for never.
    let period: Int64
    let keptFiles: Int

    /// Makes `file` the one that `path` leads to and that has room for `room` bytes more; returns how much room it has.
    ///
    /// Where it can't be opened, `file` is nil and the room 0; where another process puts it aside at the moment, it may be full.
    func prepare(_ file: inout LogFile?, path: String, room: Int, now: Int64) -> Int {
        if file?.isAt(path) != true { file = try? LogFile(path: path) }
        guard var usage = file?.usage else { return 0 }
        if isDue(usage, room: room, now: now) {
            if let descriptor = file?.descriptor, flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                if file?.isAt(path) == true { shift(path) }
                flock(descriptor, LOCK_UN)
            }
            if file?.isAt(path) != true { file = try? LogFile(path: path) }
            usage = file?.usage ?? usage
        }
        return size > 0 ? max(0, size - usage.size) : .max
    }

    private func isDue(_ usage: LogFile.Usage, room: Int, now: Int64) -> Bool {
        guard usage.size > 0 else { return false }
        if size > 0, usage.size + room > size { return true }
        return period > 0 && now / period > usage.lastWrite / period
    }

    private func shift(_ path: String) {
        for number in stride(from: keptFiles - 1, to: 0, by: -1) {
            unsafe rename("\(path).\(number)", "\(path).\(number + 1)")
        }
        unsafe rename(path, "\(path).1")
    }
}

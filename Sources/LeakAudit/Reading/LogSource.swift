import Glibc

/// Reads a log chunk by chunk: a file, or with `-` the standard input.
@safe
struct LogSource: ~Copyable {
    private let descriptor: CInt
    private let isOwned: Bool

    init(opening file: String) throws(ReadFault) {
        guard file != "-" else {
            descriptor = STDIN_FILENO
            isOwned = false
            return
        }
        let opened = unsafe open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard opened >= 0 else { throw ReadFault(errno: errno) }
        do throws(ReadFault) { try Self.checkKind(of: opened) } catch {
            close(opened)
            throw error
        }
        descriptor = opened
        isOwned = true
    }

    /// Refuses what is no file and no pipe: a device may never end.
    private static func checkKind(of descriptor: CInt) throws(ReadFault) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw ReadFault(errno: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFIFO: return
        case S_IFDIR: throw ReadFault(.folder)
        default: throw ReadFault(.special)
        }
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Fills `target` from the source, and returns how many bytes came; zero at its end.
    func read(into target: UnsafeMutableRawBufferPointer) throws(ReadFault) -> Int {
        while true {
            let count = unsafe Glibc.read(descriptor, target.baseAddress, target.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw ReadFault(errno: errno) }
        }
    }
}

/// Why a log could not be read.
struct ReadFault: Error {
    let reason: UnreadFile.Reason

    init(_ reason: UnreadFile.Reason) {
        self.reason = reason
    }

    init(errno code: CInt) {
        switch code {
        case ENOENT, ENOTDIR: reason = .absent
        case EISDIR: reason = .folder
        case ENXIO, ENODEV: reason = .special
        case EACCES, EPERM: reason = .denied
        default: reason = .inputOutput
        }
    }
}

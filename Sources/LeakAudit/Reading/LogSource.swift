import Glibc

/// Reads a log chunk by chunk: a file, or with `-` the standard input.
@safe
struct LogSource: ~Copyable, Sendable {
    private let descriptor: CInt
    private let isOwned: Bool
    /// In bytes; nil for a pipe.
    let size: Int?

    init(opening file: String, refusing own: OwnFiles) throws(ReadFault) {
        guard file != "-" else {
            _ = try Self.status(of: STDIN_FILENO, refusing: own)
            descriptor = STDIN_FILENO
            isOwned = false
            size = nil
            return
        }
        var before = stat()
        guard unsafe stat(file, &before) == 0 else { throw ReadFault(errno: errno) }
        guard !own.contain(before) else { throw ReadFault(.vaultFile) }
        let opened = unsafe open(file, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard opened >= 0 else { throw ReadFault(errno: errno) }
        do throws(ReadFault) {
            size = try Self.size(of: opened, refusing: own)
        } catch {
            // A file of the vault that has taken the name meanwhile stays open, since closing it is what does harm.
            if error.reason != .vaultFile { close(opened) }
            throw error
        }
        descriptor = opened
        isOwned = true
    }

    /// Opens a regular file of so many bytes that is not packed; nil for others, which are left closed.
    static func large(_ file: String, atLeast least: Int, refusing own: OwnFiles) throws(ReadFault) -> LogSource? {
        guard sizeOfFile(file) ?? 0 >= least else { return nil }
        let source = try LogSource(opening: file, refusing: own)
        guard let size = source.size, size >= least, try !source.isPacked() else { return nil }
        return source
    }

    /// In bytes; nil where there is no regular file.
    static func sizeOfFile(_ file: String) -> Int? {
        var status = stat()
        let isFile = unsafe file != "-" && stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        return isFile ? Int(status.st_size) : nil
    }

    private func isPacked() throws(ReadFault) -> Bool {
        var start = [UInt8](repeating: 0, count: PackedStart.size)
        let count = unsafe pread(descriptor, &start, start.count, 0)
        guard count >= 0 else { throw ReadFault(errno: errno) }
        return PackedStart.isGzip(start) || PackedStart.isForeign(start)
    }

    /// Refuses what is no file and no pipe: a device may never end.
    private static func size(of descriptor: CInt, refusing own: OwnFiles) throws(ReadFault) -> Int? {
        let status = try status(of: descriptor, refusing: own)
        switch status.st_mode & S_IFMT {
        case S_IFREG: return Int(status.st_size)
        case S_IFIFO: return nil
        case S_IFDIR: throw ReadFault(.folder)
        default: throw ReadFault(.special)
        }
    }

    private static func status(of descriptor: CInt, refusing own: OwnFiles) throws(ReadFault) -> stat {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw ReadFault(errno: errno) }
        guard !own.contain(status) else { throw ReadFault(.vaultFile) }
        return status
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

    /// As ``read(into:)``, from anywhere in a file.
    func read(into target: UnsafeMutableRawBufferPointer, from offset: Int) throws(ReadFault) -> Int {
        while true {
            let count = unsafe pread(descriptor, target.baseAddress, target.count, offset)
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

/// Why a log file was not opened.
///
/// It names neither the path nor anything read.
public struct LogFileError: Error, Sendable, Equatable {
    private enum Code {
        case notOurs
        case notRegular
        case system
    }

    private let code: Code

    /// The system's error number, or 0.
    public let errorNumber: Int32

    /// The file belongs to another user.
    public static let notOurs = LogFileError(code: .notOurs, errorNumber: 0)
    /// It is a directory, a device, a pipe or a file with several names.
    public static let notRegular = LogFileError(code: .notRegular, errorNumber: 0)

    /// The system refused; a symbolic link gives `ELOOP`.
    static func system(_ errorNumber: Int32) -> LogFileError {
        LogFileError(code: .system, errorNumber: errorNumber)
    }
}

extension LogFileError: CustomStringConvertible {
    /// What went wrong, in words.
    public var description: String {
        switch code {
        case .notOurs: "the log file belongs to another user"
        case .notRegular: "the log file is no regular file"
        case .system: "the log file could not be opened (error \(errorNumber))"
        }
    }
}

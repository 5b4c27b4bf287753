/// What the command's exit status says; scripts rely on it.
enum ExitStatus: CInt, CaseIterable, Sendable {
    case done = 0
    case refused = 1
    case failed = 2
    case notThere = 3

    var meaning: String {
        switch self {
        case .done: "done; nothing was found amiss"
        case .refused: "a clear no: refused by gate or server, damage found, a leak found"
        case .failed: "could not be done or could not be told; wrong usage"
        case .notThere: "there is no secret of that name"
        }
    }
}

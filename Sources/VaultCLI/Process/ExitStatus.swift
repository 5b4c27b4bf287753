/// What the command's exit status says; scripts rely on it.
enum ExitStatus: CInt, CaseIterable, Sendable {
    case done = 0
    case refused = 1
    case failed = 2
    case notThere = 3

    var meaning: String {
        switch self {
        case .done: "done"
        case .refused: "a clear no"
        case .failed: "could not be done or told"
        case .notThere: "not there"
        }
    }
}

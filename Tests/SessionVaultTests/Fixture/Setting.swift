import Foundation

/// How long or how often a test goes on: a little by default, more where the environment says so.
enum Setting {
    static func number(_ name: String, default value: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
    }

    /// A seed for random choices, new each time where the environment names none; a failure has to tell it.
    static func seed(_ name: String = "SESSIONVAULT_SEED") -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64(Int64.max))
    }
}

import Glibc
import Sealing
import SessionVault

/// Makes the system fail at the first, second, … of some calls while the vault does one thing, until none is left to fail.
///
/// The program is run with `failing_calls.c` loaded before the C library. For each of these calls it says its number, what
/// the vault said, what a sign-in said in the same process after the fault, and whether all is there (`whole`).
struct FaultRun {
    private let path: String
    private let operation: String
    private let calls: String
    private let error: Int32
    private let isLasting: Bool
    private var ledger = Ledger()

    private static let limit = 400

    /// - Parameters:
    ///   - operation: `sign-in`, `open`, `remove` or `rotate`.
    ///   - calls: names of system calls.
    ///   - isLasting: whether all later calls fail too, as on a disk that is gone, and not that one alone.
    init(path: String, operation: String, calls: String, error: Int32, isLasting: Bool) {
        self.path = path
        self.operation = operation
        self.calls = calls
        self.error = error
        self.isLasting = isLasting
    }

    mutating func run() throws {
        let injector = try FaultInjector()
        for number in 1...Self.limit {
            let vault = try Vault.open(at: path, unlockingWith: source())
            _ = try vault.signIn("ann", number)
            ledger.apply(.signIn("ann", number))
            injector.arm(calls, at: number, error: error, isLasting: isLasting)
            let outcome = attempt { try perform(number, vault) }
            let failed = injector.disarm()
            let after = attempt { _ = try vault.signIn("eve", number) }
            let state = try check(number, outcome, after)
            say("\(number) \(outcome) \(after) \(state)")
            guard failed > 0 else { return }
        }
    }

    private func perform(_ number: Int, _ vault: Vault) throws {
        switch operation {
        case "open": _ = try Vault.open(at: path, unlockingWith: source()).signIn("bob", number)
        case "remove": try vault.remove(account("ann"))
        case "rotate": try vault.rotate()
        default: _ = try vault.signIn("bob", number)
        }
    }

    private func effect(_ number: Int) -> Operation {
        switch operation {
        case "remove": .removeAccount("ann")
        case "rotate": .rotate
        default: .signIn("bob", number)
        }
    }

    /// What was done is there; what failed is there whole or not at all.
    private mutating func check(_ number: Int, _ outcome: String, _ after: String) throws -> String {
        let vault = try Vault.open(at: path, unlockingWith: source())
        let found = try Ledger(reading: vault)
        var done = ledger
        done.apply(effect(number))
        var possible = outcome == "done" ? [done] : [ledger, done]
        if after == "done" {
            for index in possible.indices { possible[index].apply(.signIn("eve", number)) }
        }
        ledger = found
        return try vault.verify().isIntact && possible.contains(found) ? "whole" : "broken"
    }

    private func attempt(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "done"
        } catch let error as VaultError { return "\(error.code)" } catch { return "untyped" }
    }
}

/// The functions of `failing_calls.c`, found at run time.
@safe
struct FaultInjector {
    /// The program was run without it.
    struct Missing: Error {}

    private typealias Arm = @convention(c) (UnsafePointer<CChar>, CInt, CInt, CInt) -> Void
    private typealias Disarm = @convention(c) () -> CInt

    private let start: Arm
    private let stop: Disarm

    init() throws(Missing) {
        guard let arm = unsafe dlsym(nil, "fault_arm"), let disarm = unsafe dlsym(nil, "fault_disarm") else {
            throw Missing()
        }
        unsafe start = unsafeBitCast(arm, to: Arm.self)
        unsafe stop = unsafeBitCast(disarm, to: Disarm.self)
    }

    func arm(_ calls: String, at number: Int, error: Int32, isLasting: Bool) {
        unsafe start(calls, CInt(number), error, isLasting ? 1 : 0)
    }

    /// Lets all calls pass again; returns how many failed.
    func disarm() -> Int { Int(stop()) }
}

import Glibc
import Sealing
import SessionVault

/// Makes the system fail at the first, second, … of some calls while the vault does one thing, until none is left to fail.
///
/// The program is run with `failing_calls.c` loaded before the C library. For each of these calls it says its number, what
/// the vault said, and what a sign-in said in the same process after the fault.
struct FaultRun {
    let path: String
    /// `sign-in`, `open`, `remove` or `rotate`.
    let call: String
    /// Names of system calls.
    let calls: String
    let error: Int32
    /// Whether all later calls fail too, as on a disk that is gone, and not that one alone.
    let isLasting: Bool

    private static let limit = 400

    func run() throws {
        let injector = try FaultInjector()
        for number in 1...Self.limit {
            let vault = try Vault.open(at: path, unlockingWith: source())
            try signIn("first-\(number)", to: vault)
            injector.arm(calls, at: number, error: error, isLasting: isLasting)
            let outcome = attempt { try perform(number, vault) }
            let failed = injector.disarm()
            let after = attempt { try signIn("after-\(number)", to: vault) }
            say("\(number) \(outcome) \(after)")
            guard failed > 0 else { return }
        }
    }

    private func perform(_ number: Int, _ vault: Vault) throws {
        switch call {
        case "open": try signIn("during-\(number)", to: Vault.open(at: path, unlockingWith: source()))
        case "remove": try vault.remove(account("first-\(number)"))
        case "rotate": try vault.rotate()
        default: try signIn("during-\(number)", to: vault)
        }
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

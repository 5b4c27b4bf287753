import Sealing
import SessionVault

/// One call that changes a vault, and its line in the log of a process that may be killed.
enum Operation: Equatable {
    case signIn(String, Int)
    case replaceTokens(String, Int)
    case confirm(String, Int)
    case setDevice(String, Int)
    case removeDevice(String)
    case removeAccount(String)
    case setSecret(String, Int)
    case removeSecret(String)
    case addSlot
    case removeSlot
    case rotate

    var line: String {
        switch self {
        case .signIn(let subject, let number): "sign-in \(subject) \(number)"
        case .replaceTokens(let subject, let number): "tokens \(subject) \(number)"
        case .confirm(let subject, let number): "confirm \(subject) \(number)"
        case .setDevice(let subject, let number): "device \(subject) \(number)"
        case .removeDevice(let subject): "no-device \(subject) 0"
        case .removeAccount(let subject): "remove \(subject) 0"
        case .setSecret(let name, let number): "secret \(name) \(number)"
        case .removeSecret(let name): "no-secret \(name) 0"
        case .addSlot: "add-slot - 0"
        case .removeSlot: "remove-slot - 0"
        case .rotate: "rotate - 0"
        }
    }

    init?(line: Substring) {
        let words = line.split(separator: " ")
        guard words.count == 3, let number = Int(words[2]) else { return nil }
        let name = String(words[1])
        switch words[0] {
        case "sign-in": self = .signIn(name, number)
        case "tokens": self = .replaceTokens(name, number)
        case "confirm": self = .confirm(name, number)
        case "device": self = .setDevice(name, number)
        case "no-device": self = .removeDevice(name)
        case "remove": self = .removeAccount(name)
        case "secret": self = .setSecret(name, number)
        case "no-secret": self = .removeSecret(name)
        case "add-slot": self = .addSlot
        case "remove-slot": self = .removeSlot
        case "rotate": self = .rotate
        default: return nil
        }
    }

    /// The next thing to do with a vault that holds what `ledger` says.
    static func random(for ledger: Ledger, number: Int, using generator: inout SplitMix) -> Operation {
        let subject = ["ann", "bob", "eve"].randomElement(using: &generator) ?? ""
        let name = ["one", "two", "three"].randomElement(using: &generator) ?? ""
        let isSignedIn = ledger.sessions[subject] != nil
        switch Int.random(in: 0..<20, using: &generator) {
        case 0...4: return .signIn(subject, number)
        case 5...8: return isSignedIn ? .replaceTokens(subject, number) : .signIn(subject, number)
        case 9: return isSignedIn ? .confirm(subject, number) : .signIn(subject, number)
        case 10: return isSignedIn ? .setDevice(subject, number) : .signIn(subject, number)
        case 11: return isSignedIn ? .removeDevice(subject) : .signIn(subject, number)
        case 12: return isSignedIn ? .removeAccount(subject) : .signIn(subject, number)
        case 13...15: return .setSecret(name, number)
        case 16: return .removeSecret(name)
        case 17, 18: return ledger.spareSlots == 0 ? .addSlot : .removeSlot
        default: return .rotate
        }
    }
}

/// A small generator with a fixed seed, so that a failure repeats.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

import Glibc
import SafeLogging
import Sealing

/// A way in which a process ends.
enum Crash: String {
    case unwrap
    case bounds
    case overflow
    case precondition
    case abort
    case segmentation
    case error
    case memory

    /// An error as a program might make one, with everything in it.
    struct Failure: Error {
        let code: Sensitive<String>
        let token: Sensitive<String>
        let fields: [LogField]
    }

    /// Ends the process while the secrets are in use: the code as text, the others by address.
    func run(holding secrets: consuming Secrets) throws {
        let code = secrets.code.withExposedBytes { String(decoding: [UInt8](copying: $0), as: UTF8.self) }
        try secrets.token.withExposedBytes { token in
            try secrets.password.withExposedBytes { password in
                try end(code, token, password)
            }
        }
    }

    @inline(never)
    private func end(_ code: String, _ token: RawSpan, _ password: RawSpan) throws {
        let sum = Int(token.byte(at: 0)) + Int(password.byte(at: 0))
        switch self {
        case .unwrap:
            let none = Int(code + "x")
            // swift-format-ignore: NeverForceUnwrap
            print(none!)
        case .bounds: print([1, 2][sum])
        case .overflow: print(Int.max - 1 + sum)
        case .precondition: preconditionFailure("no sign-in with \(Sensitive(code)) and \(LogField("token", code))")
        case .abort: Glibc.abort()
        case .segmentation: unsafe UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = sum
        case .error:
            throw Failure(code: Sensitive(code), token: Sensitive(code), fields: [LogField("code", code)])
        case .memory: exhaust()
        }
        keep(code)
    }

    private func exhaust() {
        var limit = rlimit(rlim_cur: 1 << 30, rlim_max: 1 << 30)
        unsafe setrlimit(__rlimit_resource_t(UInt32(RLIMIT_AS.rawValue)), &limit)
        var blocks: [[UInt8]] = []
        while true { blocks.append([UInt8](repeating: 1, count: 1 << 24)) }
    }

    /// Keeps the text alive, and so in a register, up to here.
    @inline(never)
    private func keep(_ code: String) {
        if code.utf8.count > 100 { print(code.utf8.count) }
    }
}

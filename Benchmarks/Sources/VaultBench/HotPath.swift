import Glibc
@_spi(Benchmarks) import LeakAudit
@_spi(Benchmarks) import SafeLogging
@_spi(Benchmarks) import Sealing
@_spi(Benchmarks) import SessionVault

/// Loops of one operation each, whose instructions `scripts/instructions` counts.
enum HotPath: String, CaseIterable {
    case seal = "seal-1-KiB"
    case open = "open-1-KiB"
    case token = "warm-token-read"
    case put = "put-in-a-batch"
    case reseal = "reseal-a-record"
    case verify = "verify-a-record"
    case disabledLog = "disabled-log"
    case scan = "scan-64-KiB"
    case publish = "publish-and-withdraw"

    private static let context = Array("benchmark".utf8)

    /// Makes ready, and does it so many times.
    func run(_ times: Int) throws {
        switch self {
        case .seal: seal(times)
        case .open: open(times)
        case .token: try readToken(times)
        case .put:
            try withRecords { place in
                let names = (1...Self.records).map { BenchVault.name($0) }
                for _ in 0..<(times / Self.records) {
                    try place.vault.secrets.setEach(names, isPublishing: false) { _ in SecretBytes.random(count: 48) }
                }
            }
        case .reseal: try withRecords { place in for _ in 0..<(times / Self.records) { try place.vault.rotate() } }
        case .verify: try withRecords { place in place.verifying()(times / Self.records) }
        case .disabledLog: log(times)
        case .scan: try scan(times)
        case .publish: publish(times)
        }
    }

    private func seal(_ times: Int) {
        let probe = AEADProbe()
        let message = [UInt8](repeating: 0x5a, count: 1_024)
        for _ in 0..<times {
            precondition(unsafe probe.seal(message.span.bytes, authenticating: Self.context.span.bytes).count == 1_064)
        }
    }

    private func open(_ times: Int) {
        let probe = AEADProbe()
        let message = [UInt8](repeating: 0x5a, count: 1_024)
        let sealed = unsafe probe.seal(message.span.bytes, authenticating: Self.context.span.bytes)
        for _ in 0..<times {
            let opened = unsafe probe.open(sealed.span.bytes, authenticating: Self.context.span.bytes)
            precondition(opened != nil)
        }
    }

    private func readToken(_ times: Int) throws {
        let folder = TemporaryFolder.make()
        defer { TemporaryFolder.remove(folder) }
        let session = try BenchVault(in: folder).signIn()
        for _ in 0..<times {
            let size = try session.accessToken.withBearer { $0.byteCount }
            precondition(size > 0)
        }
    }

    /// Records that are written, sealed anew or checked at once, and secrets that are known at once.
    private static let records = 500

    private func withRecords(_ body: (BenchVault) throws -> Void) throws {
        let folder = TemporaryFolder.make(in: "/dev/shm")
        defer { TemporaryFolder.remove(folder) }
        let place = try BenchVault(in: folder)
        try place.fillAtOnce(Self.records)
        try body(place)
    }

    private func log(_ times: Int) {
        let log = SafeLogger(category: "bench", minimumLevel: .info, sinks: [])
        for number in 0..<times { Self.debug(log, number) }
    }

    @inline(never)
    private static func debug(_ log: SafeLogger, _ number: Int) {
        log.debug("request done", fields: [LogField("path", "/orders/17"), LogField("number", number)])
    }

    private func publish(_ times: Int) {
        let literals = Literals(Self.records)
        for _ in 0..<(times / Self.records) {
            for number in literals.secrets.indices { ScrubberProbe.publish(literals.secret(number)) }
            for number in literals.secrets.indices { ScrubberProbe.withdraw(literals.secret(number)) }
        }
    }

    private func scan(_ times: Int) throws {
        let folder = TemporaryFolder.make(in: "/dev/shm")
        defer { TemporaryFolder.remove(folder) }
        let place = try BenchVault(in: folder)
        try Literals(100).store(in: place.vault)
        let (path, text) = ("\(folder)/log", LogSample.mixed.text(65_536))
        let file = unsafe Glibc.open(path, O_WRONLY | O_CREAT, 0o600)
        precondition(unsafe write(file, text, text.count) == text.count)
        close(file)
        let audit = try LeakAudit(of: place.vault)
        for _ in 0..<times { precondition(audit.scan([path], onThreads: 1).verdict == .clean) }
    }
}

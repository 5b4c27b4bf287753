import Glibc
import LeakAudit
import SessionVault

/// How fast logs are searched for what a vault holds, beside counting their lines.
enum ScanSuite: Suite {
    static let name = "scan"
    static let summary =
        "searching 4 MiB of log for 1,000 secrets in all encodings, on all processors; beside counting its lines on one"

    private static let size = 4 << 20

    static func compare(_ bench: Bench) throws {
        let folder = TemporaryFolder.make(in: "/dev/shm")
        defer { TemporaryFolder.remove(folder) }
        do {
            try KeyFile.create(at: "\(folder)/key")
            let vault = try Vault.create(at: "\(folder)/vault", unlockingWith: .keyFile(path: "\(folder)/key"))
            for number in 1...1_000 {
                try vault.secrets.set(SecretText.random(48), for: SecretName(service: "bench", account: "\(number)"))
            }
            let audit = try LeakAudit(of: vault)
            for sort in LogSample.allCases {
                let path = "\(folder)/\(sort).log"
                write(sort.text(size), to: path)
                bench.measure(comparison(audit, sort, path))
                unsafe unlink(path)
            }
        } catch { preconditionFailure("\(error)") }
    }

    private static func comparison(_ audit: LeakAudit, _ sort: LogSample, _ path: String) -> Comparison {
        Comparison(
            name: "search \(sort.rawValue), 4 MiB", peer: "count the lines",
            ours: { times in
                for _ in 0..<times { precondition(audit.scan([path]).verdict == .clean) }
            },
            theirs: { times in for _ in 0..<times { precondition(countLines(path) > 0) } }, roundLimit: 10)
    }

    private static func write(_ bytes: [UInt8], to path: String) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        precondition(unsafe Glibc.write(file, bytes, bytes.count) == bytes.count)
        close(file)
    }

    private static func countLines(_ path: String) -> Int {
        let file = unsafe open(path, O_RDONLY)
        defer { close(file) }
        return unsafe withUnsafeTemporaryAllocation(byteCount: 262_144, alignment: 4_096) { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            var lines = 0
            while true {
                let count = unsafe read(file, start, buffer.count)
                guard count > 0 else { return lines }
                var place = UnsafeRawPointer(start)
                let end = unsafe place + count
                while let found = unsafe memchr(place, 0x0A, end - place) {
                    lines += 1
                    unsafe place = UnsafeRawPointer(found) + 1
                }
            }
        }
    }
}

/// Logs of several sorts, without a secret.
private enum LogSample: String, CaseIterable {
    case plain = "plain lines"
    case mixed = "mixed lines"
    case base64 = "base64"
    case mime = "wrapped base64"

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    func text(_ size: Int) -> [UInt8] {
        var numbers = SampleNumbers()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 1_024)
        var number = 0
        while bytes.count < size {
            number += 1
            append(number, to: &bytes, &numbers)
        }
        return Array(bytes.prefix(size))
    }

    private func append(_ number: Int, to bytes: inout [UInt8], _ numbers: inout SampleNumbers) {
        let start = "2026-11-30T14:02:\(10 + number % 50).\(100 + number % 900)Z INFO worker-\(number % 17): "
        switch self {
        case .plain: bytes += "\(start)request \(number) done in \(number % 400) ms, \(number % 9) rows read\n".utf8
        case .mixed:
            bytes += "\(start)GET /api/orders/\(number)?page=\(number % 7)&q=caf%C3%A9%20bar id=".utf8
            appendDigits(32, of: Array("0123456789abcdef".utf8), to: &bytes, &numbers)
            bytes +=
                " ua=\"Mozilla/5.0 (X11; Linux x86_64)\" body={\\\"status\\\":\\\"ok\\\",\\\"n\\\":\(number)}\n".utf8
        case .base64:
            bytes += start.utf8
            appendDigits(400, of: Self.alphabet, to: &bytes, &numbers)
            bytes.append(0x0A)
        case .mime:
            appendDigits(76, of: Self.alphabet, to: &bytes, &numbers)
            bytes += [0x0D, 0x0A]
        }
    }

    private func appendDigits(
        _ count: Int, of digits: [UInt8], to bytes: inout [UInt8], _ numbers: inout SampleNumbers
    ) {
        for _ in 0..<count { bytes.append(digits[Int((numbers.next() >> 32) % UInt64(digits.count))]) }
    }
}

/// Numbers that are the same in every run: xorshift by 13, 7 and 17.
private struct SampleNumbers {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

private enum SecretText {
    static func random(_ count: Int) -> SecretBytes {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        return SecretBytes(
            utf8: String(decoding: (0..<count).map { _ in letters.randomElement() ?? 0x41 }, as: UTF8.self))
    }
}

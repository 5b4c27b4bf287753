/// Logs of several sorts, without a secret.
enum LogSample: String, CaseIterable {
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
        for _ in 0..<count { bytes.append(digits[numbers.next(below: digits.count)]) }
    }
}

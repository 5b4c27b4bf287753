import Sealing

/// The answer as it arrives: counts, keeps the body in secret memory and reads the few headers that matter.
struct Reception: ~Copyable {
    private let limits: HTTPLimits
    private var buffer: SecretBuffer
    private var headerBytes = 0
    private var retryAfter: String?
    private var date: Int?

    /// The answer went past a limit, and the rest of it was not taken.
    private(set) var isTooLarge = false

    init(limits: HTTPLimits) {
        self.limits = limits
        buffer = SecretBuffer(capacity: min(limits.bodyBytes, 2_048))
    }

    /// Takes a piece of the body; false ends the transfer.
    mutating func receiveBody(_ bytes: RawSpan) -> Bool {
        guard bytes.byteCount <= limits.bodyBytes - buffer.count else {
            isTooLarge = true
            return false
        }
        buffer.append(bytes)
        return true
    }

    /// Takes one header line; false ends the transfer.
    ///
    /// Only lines of interest are ever copied.
    mutating func receiveHeader(_ line: RawSpan) -> Bool {
        headerBytes += line.byteCount
        guard headerBytes <= limits.headerBytes else {
            isTooLarge = true
            return false
        }
        if Self.value(of: "http/", in: line) != nil {
            retryAfter = nil
            date = nil
        } else if let value = Self.value(of: "retry-after:", in: line) {
            retryAfter = value
        } else if let value = Self.value(of: "date:", in: line) {
            date = HTTPDate.seconds(value[...])
        }
        return true
    }

    consuming func finish(status: Int) -> HTTPAnswer {
        let wait = retryAfterSeconds
        let date = date
        return HTTPAnswer(status: status, body: buffer.finish(), retryAfter: wait, serverDate: date)
    }

    private var retryAfterSeconds: Int? {
        guard let retryAfter else { return nil }
        if let seconds = HTTPDate.number(retryAfter[...], digits: 9, in: 0...999_999_999) {
            return min(seconds, 86_400)
        }
        guard let until = HTTPDate.seconds(retryAfter[...]), let date else { return nil }
        return min(max(until - date, 0), 86_400)
    }

    /// The rest of a line of at most 128 bytes that begins with `name` in any case, without surrounding white space.
    private static func value(of name: StaticString, in line: RawSpan) -> String? {
        let length = name.utf8CodeUnitCount
        guard line.byteCount >= length, line.byteCount <= 128 else { return nil }
        let matches = name.withUTF8Buffer { name in
            (0..<length).allSatisfy { index in
                let byte = line.byte(at: index)
                return unsafe name[index] == ((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            }
        }
        guard matches else { return nil }
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0D, 0x0A].contains($0) }
        var value = [UInt8](copying: line.extracting(length..<line.byteCount))[...]
        value = value.drop(while: isSpace)
        while value.last.map(isSpace) == true { value.removeLast() }
        return String(decoding: value, as: UTF8.self)
    }
}

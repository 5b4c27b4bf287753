import Sealing

/// The parts of a secret that can turn up alone.
package enum SecretLines {
    /// Lines beyond this number are not searched for one by one.
    package static let limit = 256

    /// Lends `secret` and, if it has several lines, each line of at least eight bytes: a log may hold a key file line
    /// by line.
    ///
    /// `body` is told whether it got a line.
    package static func forEach(of secret: RawSpan, _ body: (RawSpan, _ isLine: Bool) -> Void) {
        body(secret, false)
        var count = 0
        var start = 0
        for index in 0...secret.byteCount {
            guard index == secret.byteCount || secret.byte(at: index) == UInt8(ascii: "\n") else { continue }
            var end = index
            if end > start, secret.byte(at: end - 1) == UInt8(ascii: "\r") { end -= 1 }
            let isPart = end - start < secret.byteCount && end - start >= ExactForm.minimumSize
            if isPart, count < limit {
                body(secret.extracting(start..<end), true)
                count += 1
            }
            start = index + 1
        }
    }
}

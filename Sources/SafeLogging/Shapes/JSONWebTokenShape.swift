/// JWS and JWE in compact form (RFC 7515, RFC 7516): `eyJ…` and at least one more part behind a dot; whole or cut off.
enum JSONWebTokenShape {
    private static let shortestHeader = 10

    static func search(_ text: [UInt8], _ report: (Range<Int>) -> Void) {
        var start = 0
        while start < text.count {
            guard ByteClass.isBase64URL(text[start]) else {
                start += 1
                continue
            }
            var end = start
            while end < text.count, ByteClass.isBase64URL(text[end]) || text[end] == UInt8(ascii: ".") { end += 1 }
            searchRun(text, start..<end, report)
            start = end
        }
    }

    /// Looks at each part of a run once: the first that begins a token takes the rest of the run with it.
    private static func searchRun(_ text: [UInt8], _ run: Range<Int>, _ report: (Range<Int>) -> Void) {
        var head: Int?
        for index in run {
            if text[index] == UInt8(ascii: ".") {
                if let head, index - head >= shortestHeader, index + 1 < run.upperBound {
                    return report(head..<run.upperBound)
                }
                head = nil
            } else if head == nil, isHead(text, index, run.upperBound) {
                head = index
            }
        }
    }

    private static func isHead(_ text: [UInt8], _ index: Int, _ end: Int) -> Bool {
        index + 3 <= end && text[index] == UInt8(ascii: "e") && text[index + 1] == UInt8(ascii: "y")
            && text[index + 2] == UInt8(ascii: "J")
    }
}

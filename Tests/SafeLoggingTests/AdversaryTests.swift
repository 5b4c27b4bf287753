import Foundation
import Sealing
import Testing

@testable import SafeLogging

/// A way in which a program may bring a secret into its log by mistake, or whoever sends it text on purpose.
enum LeakWay: CaseIterable, Sendable {
    case adjacentPieces, halvesInTwoFields, errorText, objectKey, listOfPieces, fragment, pathOfURL, formBody
    case byteOrderMark, utf16Text, utf32Text, zeroWidthJoiners, joinedByControl, splitByLineEnd, foldedHeader
    case wrappedBase64URL, entitiesInPercent, surrogatePair, behindLongLine, acrossLimit, optionalInDictionary

    struct Failure: LocalizedError {
        let text: String
        var errorDescription: String? { "no answer to \(text)" }
    }

    /// Logs it; returns what is not to be seen of it, beside the secret itself.
    func leak(_ secret: String, to log: SafeLogger) -> [String] {
        let half = secret.count / 2
        let (front, back) = (String(secret.prefix(half)), String(secret.suffix(secret.count - half)))
        switch self {
        case .adjacentPieces: log.info("a \(front, privacy: .public)\(back, privacy: .public)")
        case .halvesInTwoFields:
            log.info("a", fields: [LogField("state", front), LogField("reason", back, privacy: .public)])
        case .errorText:
            let error: any Error = Failure(text: secret)
            log.error("failed: \(error.localizedDescription, privacy: .public)")
            log.error("failed", fields: [LogField("reason", "\(error)")])
        case .objectKey: log.info("a", fields: [LogField("state", [secret: 1], privacy: .public)])
        case .listOfPieces:
            log.info("a", fields: [LogField("result", [front, back, front + back], privacy: .public)])
        case .fragment:
            let escaped = percent(percent(secret))
            log.info("a", fields: [LogField("result", LogValue.url("https://a.test/b#c=\(escaped)"))])
            log.info("see \("https://a.test/b#\(escaped)", privacy: .public)")
            return [escaped]
        case .pathOfURL: log.info("a", fields: [LogField("result", LogValue.url("https://a.test/\(secret)/b"))])
        case .formBody: log.info("a", fields: [LogField("result", LogValue.form("a=b;x=\(percent(secret))&\(secret)"))])
        case .byteOrderMark: log.info("\u{FEFF}\(secret, privacy: .public)\u{FEFF}")
        case .utf16Text: return show(secret.utf8.flatMap { [$0, 0] }, log)
        case .utf32Text: return show(secret.utf8.flatMap { [0, 0, 0, $0] }, log)
        case .zeroWidthJoiners: log.info("a \(joined(secret, "\u{200D}"), privacy: .public)")
        case .joinedByControl: log.info("a \(joined(secret, "\u{8}"), privacy: .public)")
        case .splitByLineEnd: log.info("a \(front, privacy: .public)\r\n\(back, privacy: .public)")
        case .foldedHeader: log.info("a \("X-Note: \(front)\r\n \(back)", privacy: .public)")
        case .wrappedBase64URL: return show(Array(wrapped(secret).utf8), log)
        case .entitiesInPercent:
            return show(Array(percent(secret.utf8.map { "&#\($0);" }.joined()).utf8), log)
        case .surrogatePair:
            let escaped = secret.utf8.map { String(format: "\\u%04x", $0) }.joined()
            log.info("a \("\\ud83d\\ude00" + escaped, privacy: .public)")
            return [escaped]
        case .behindLongLine: log.info("\(String(repeating: "x ", count: 200_000) + secret, privacy: .public)")
        case .acrossLimit:
            log.info("\(String(repeating: "x", count: 8_178) + " " + secret, privacy: .public)")
        case .optionalInDictionary:
            let value: [String: [String?]] = ["a": [nil, secret]]
            log.info("a", fields: [LogField("state", value, privacy: .public)])
        }
        return []
    }

    private func show(_ bytes: [UInt8], _ log: SafeLogger) -> [String] {
        let text = String(decoding: bytes, as: UTF8.self)
        log.info("a \(text, privacy: .public) b")
        return [text]
    }

    private func percent(_ text: String) -> String { text.utf8.map { String(format: "%%%02X", $0) }.joined() }

    private func joined(_ text: String, _ mark: String) -> String { text.map { String($0) }.joined(separator: mark) }

    private func wrapped(_ secret: String) -> String {
        let text = Data(("~~" + secret).utf8).base64EncodedString().replacing("=", with: "")
            .replacing("+", with: "-").replacing("/", with: "_")
        return "\(text.prefix(40))\r\n\(text.dropFirst(40))"
    }
}

@Suite("Ways to get a secret into a log") struct AdversaryTests {
    @Test(
        "C1, L05, L12, L19, L21: however a known value comes into an entry, no eight characters of it get out",
        arguments: LeakWay.allCases, [LogFormat.text, .jsonLines])
    func showsNothing(way: LeakWay, format: LogFormat) {
        let secret = "q7Zt-1xVbR_93mKpLw0eYhGd84NcUaSf-5tGy7Uj"
        let fixture = LogFixture()
        fixture.registry.publish(Sample.secret(secret), as: .accessToken)
        let written = way.leak(secret, to: fixture.log)
        #expect(!fixture.sink.records.isEmpty)
        let lines = fixture.sink.records.map { format.line(of: $0) }.joined(separator: "\n")
        let seen = [UInt8](lines.utf8).filter { $0 >= 0x20 && $0 < 0x7F }
        for text in [secret] + written {
            let bytes = Array(text.utf8.filter { $0 >= 0x20 && $0 < 0x7F })
            for start in stride(from: 0, to: bytes.count - 8, by: 1)
            where seen.contains(Array(bytes[start..<(start + 8)])) {
                Issue.record("shown by \(way)")
                return
            }
        }
    }
}

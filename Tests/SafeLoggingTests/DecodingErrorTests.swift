import Foundation
import Testing

@testable import SafeLogging

@Suite("Errors of decoders, which quote their input") struct DecodingErrorTests {
    private enum Role: String, Decodable {
        case driver
    }

    private struct Answer: Decodable {
        let roles: [String: Role]
    }

    /// What Swift's decoder throws: it names the dictionary's key and the value that is none.
    private static func error(quoting secret: String) -> DecodingError? {
        let document = try? JSONSerialization.data(withJSONObject: ["roles": [secret: secret]])
        do {
            _ = try JSONDecoder().decode(Answer.self, from: document ?? Data())
            return nil
        } catch { return error as? DecodingError }
    }

    @Test("L31: a failed decode that quotes a value and a key shows neither in a log, marked or not")
    func showsNothing() throws {
        let error = try #require(Self.error(quoting: Sample.opaque))
        #expect("\(error)".contains(Sample.opaque))
        let fixture = LogFixture()
        fixture.log.error("a \(error) \(error, privacy: .private)", fields: [LogField("e", error, privacy: .private)])
        #expect(fixture.body == "a <private> <private> e=<private>")
        fixture.registry.publish(Sample.secret(Sample.opaque), as: .accessToken)
        fixture.log.error("a \("\(error)", privacy: .public)", fields: [LogField("e", "\(error)", privacy: .public)])
        #expect(!fixture.body.contains(Sample.opaque) && fixture.body.contains("<redacted>"))
    }

    @Test("L31: no source of ours decodes by Swift's decoders, whose errors would have to be mapped") func usesNone()
        throws
    {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let files =
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        #expect(files.count > 100)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            for word in ["JSONDecoder", "PropertyListDecoder", "DecodingError"] {
                #expect(!text.contains(word), "\(file.lastPathComponent)")
            }
        }
    }
}

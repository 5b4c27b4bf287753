import Sealing
import Testing

@testable import SafeLogging

@Suite("Text that is all in disguise") struct DisguiseBatchTests {
    static let samples: [(SafeLogging.Disguise, String)] = [
        (.percent, "%41"), (.backslashes, "\\x41"), (.entities, "&#65;"), (.byteLists, "65, "), (.byteLists, "41 "),
        (.byteLists, "0x41,\n      "),
        (.base64, "QUFB"), (.hexadecimal, "41"), (.utf16LittleEndian, "A\0"), (.folding, "A\u{1B}"),
    ]

    @Test(
        "However long it is, it is decoded in pieces of bounded size, and a value that one of them cuts is whole in the next",
        arguments: samples)
    func isBounded(disguise: SafeLogging.Disguise, sample: String) {
        let reach = 100
        let text = Array(String(repeating: sample, count: 210_000).utf8)
        var covered: Range<Int>?
        text.scan { span in
            let view = SearchView(reach: reach, isGlance: false, onlyASCII: false)
            disguise.decode(span, view, digits: [0..<text.count], madeAs: nil) { mapped in
                #expect(mapped.bytes.count <= (disguise == .base64 ? 5 : 3) * SafeLogging.Disguise.batch)
                let range = mapped.originalRange(0..<mapped.bytes.count)
                if let covered { #expect(range.lowerBound <= covered.upperBound - reach * sample.utf8.count / 4) }
                covered = min(covered?.lowerBound ?? range.lowerBound, range.lowerBound)..<range.upperBound
            }
        }
        #expect((covered?.lowerBound ?? .max) < sample.utf8.count)
        #expect((covered?.upperBound ?? 0) > text.count - 2 * sample.utf8.count)
    }
}

import Sealing
import TestSupport
import Testing

@testable import SafeLogging

@Suite("Correlation tags") struct CorrelationTests {
    typealias Account = LogMessageTests.Account
    typealias OneTimeCode = LogMessageTests.OneTimeCode

    func tag(_ account: Account, _ key: CorrelationKey) -> String {
        let fixture = LogFixture(correlationKey: key)
        fixture.log.info("\(account, privacy: .private(mask: .hash))")
        return fixture.body
    }

    @Test("L37: after the key was replaced, a value's older tags can still be told") func joinsEpochs() {
        let first = CorrelationKey(copying: .random(), epoch: 1)
        let second = CorrelationKey(copying: .random(), epoch: 2, replacing: first)
        let third = CorrelationKey(copying: .random(), epoch: 3, replacing: second)
        let account = Account(correlationText: "a1b2")
        let logged = [first, second, third].map { tag(account, $0) }
        #expect(Set(logged).count == 3)
        #expect(third.tags(of: account) == logged.reversed())
        #expect(Set(third.tags(of: Account(correlationText: "a1b3"))).isDisjoint(with: logged))
        #expect(first.tags(of: account) == [logged[0]])
    }

    @Test("What has no tags has none in any epoch; those of the process are the ones it logged") func keepsScopes() {
        let key = CorrelationKey(copying: .random(), epoch: 1)
        #expect(key.tags(of: OneTimeCode(correlationText: "491827")) == [])
        let fixture = LogFixture()
        fixture.log.info("\("text", privacy: .private(mask: .hash))")
        #expect(key.tags(of: "text") == [fixture.body])
    }

    @Test("L09: whoever has the key and tries all one-time codes finds none in the log", .timeLimit(.minutes(3)))
    func cannotBeSearched() throws {
        let secret = SymmetricKey.random()
        let key = CorrelationKey(copying: secret, epoch: 1)
        func lines(of code: String, _ number: Int) -> [String] {
            let fixture = LogFixture(correlationKey: key)
            let typed = OneTimeCode(correlationText: code)
            fixture.log.info("code \(typed, privacy: .private(mask: .hash)) \(typed) \(Sensitive(code))")
            fixture.log.info("code", fields: [LogField("otp", code), LogField("note", number)])
            fixture.log.info("account \(Account(correlationText: "417703"), privacy: .private(mask: .hash))")
            fixture.log.info("text \(code, privacy: .private(mask: .hash)) \(number, privacy: .private(mask: .hash))")
            return fixture.bodies
        }
        let logged = lines(of: "491827", 491_827)
        // Only the tags that end with the process tell one code from another.
        #expect(logged.dropLast() == lines(of: "020488", 20_488).dropLast())
        let tags = Set(
            logged.joined(separator: " ").split { !$0.isHexDigit }.filter { $0.count == 16 }
                .compactMap { UInt64($0, radix: 16) })
        #expect(tags.count == 2)
        // The one value that the search finds is the account's, whose type says that it can't be guessed.
        #expect(Self.codes(tagged: tags, with: secret, fieldClass: "account") == [417_703])
    }

    /// The codes of six digits whose tags are among those, computed as a log's reader would who has the key.
    private static func codes(tagged tags: Set<UInt64>, with key: borrowing SymmetricKey, fieldClass: String) -> [Int] {
        var writer = ByteWriter()
        writer.appendField(fieldClass.utf8)
        writer.appendField("000000".utf8)
        var message = writer.bytes
        var found: [Int] = []
        for number in 0..<1_000_000 {
            var rest = number
            for place in 1...6 {
                message[message.count - place] = UInt8(0x30 + rest % 10)
                rest /= 10
            }
            let digest = unsafe KeyedHash.digest(message.span.bytes, key: key, size: 16)
            var tag: UInt64 = 0
            for index in 0..<8 { tag = tag << 8 | UInt64(digest[index]) }
            if tags.contains(tag) { found.append(number) }
        }
        return found
    }

    @Test(
        "A disabled level allocates nothing",
        .enabled(
            if: Preloaded.countedBlocks != nil && !Sanitizer.isActive,
            "needs a C compiler; the sanitizers have allocators of their own"))
    func allocatesNothing() async throws {
        let child = try await Child.run(["allocations"], environment: ["LD_PRELOAD": Preloaded.countedBlocks ?? ""])
        let counts = child.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(counts.count == 3)
        #expect(counts[0] == 0 && counts[1] == 0)
        #expect(counts[2] > 1_000)
    }
}

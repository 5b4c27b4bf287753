import SafeLogging
import Sealing
import Synchronization
import Testing

@Suite("Messages") struct LogMessageTests {
    struct Account: Correlatable {
        static let correlationScope = CorrelationScope.acrossRuns(fieldClass: "account")
        let correlationText: String
    }

    struct Device: Correlatable {
        static let correlationScope = CorrelationScope.acrossRuns(fieldClass: "device")
        let correlationText: String
    }

    struct OneTimeCode: Correlatable {
        static let correlationScope = CorrelationScope.never
        let correlationText: String
    }

    let key = CorrelationKey(copying: .random(), epoch: 3)

    func render(_ message: LogMessage, _ key: CorrelationKey? = nil) -> String {
        let fixture = LogFixture(correlationKey: key)
        fixture.log.info(message)
        return fixture.body
    }

    @Test("C1: literals are public, interpolated values private") func defaultsToPrivate() {
        let name = "Ada"
        #expect(
            render("signed in as \(name), \(42), \([1, 2]), \("static" as StaticString)")
                == "signed in as <private>, <private>, <private>, <private>")
    }

    @Test("Labels follow the logging system of Apple's platforms") func followsLabels() {
        #expect(
            render("a \(1, privacy: .public) b \("x", privacy: .private) c \("y", privacy: .sensitive)")
                == "a 1 b <private> c <redacted>")
        #expect(
            render("\(Optional(7), privacy: .public) \([1, 2], privacy: .public) \(true, privacy: .public)")
                == "7 [1,2] true")
    }

    @Test("C1: a sensitive value is private in a message") func hidesSensitive() {
        #expect(render("t \(Sensitive("opaque"))") == "t <private>")
        #expect(render("t \(Sensitive("opaque"), privacy: .sensitive)") == "t <redacted>")
    }

    @Test("Equal values get equal tags, apart by key and by field class") func tags() {
        let tag = render("\(Account(correlationText: "a1b2"), privacy: .private(mask: .hash))", key)
        #expect(tag.hasPrefix("<account:3:") && tag.utf8.count == 28)
        #expect(render("\(Account(correlationText: "a1b2"), privacy: .private(mask: .hash))", key) == tag)
        #expect(render("\(Account(correlationText: "a1b3"), privacy: .private(mask: .hash))", key) != tag)
        let other = CorrelationKey(copying: .random(), epoch: 3)
        #expect(render("\(Account(correlationText: "a1b2"), privacy: .private(mask: .hash))", other) != tag)
        let device = render("\(Device(correlationText: "a1b2"), privacy: .private(mask: .hash))", key)
        #expect(device.suffix(17) != tag.suffix(17))
    }

    @Test("L37: a tag names the epoch of its key, and the same key gives the same tag again") func keepsEpochs() {
        let secret = SymmetricKey.random()
        let before = CorrelationKey(copying: secret, epoch: 1)
        let after = CorrelationKey(copying: secret, epoch: 1)
        let message: LogMessage = "\(Account(correlationText: "a1b2"), privacy: .private(mask: .hash))"
        #expect(render(message, before) == render(message, after))
    }

    @Test("L09: a one-time code gets no tag, text and numbers only one that dies with the process") func limitsTags() {
        #expect(render("\(OneTimeCode(correlationText: "491827"), privacy: .private(mask: .hash))", key) == "<private>")
        let phone = render("\("+4915112345678", privacy: .private(mask: .hash))", key)
        #expect(phone.hasPrefix("<~") && !phone.contains("491511"))
        let other = CorrelationKey(copying: .random(), epoch: 9)
        #expect(render("\("+4915112345678", privacy: .private(mask: .hash))", other) == phone)
    }

    @Test("Without a key a lasting tag becomes a private mark") func tagsNeedAKey() {
        #expect(render("\(Account(correlationText: "a1b2"), privacy: .private(mask: .hash))") == "<private>")
    }

    @Test("C1, L06: a message describes itself without what it tags") func describesSafely() {
        let message: LogMessage = "id \(Account(correlationText: "a1b2"), privacy: .private(mask: .hash))"
        var dumped = ""
        dump(message, to: &dumped)
        for text in ["\(message)", String(reflecting: message), dumped] {
            #expect(!text.contains("a1b2"))
        }
    }

    @Test("A private value is not even read") func readsNoPrivateValue() {
        let reads = Atomic(0)
        func value() -> String {
            reads.add(1, ordering: .relaxed)
            return "x"
        }
        _ = render("\(value()) \(value(), privacy: .private)")
        #expect(reads.load(ordering: .relaxed) == 0)
        _ = render("\(value(), privacy: .public)")
        #expect(reads.load(ordering: .relaxed) == 1)
    }
}

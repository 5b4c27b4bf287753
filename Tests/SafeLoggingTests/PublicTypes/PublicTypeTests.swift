import Testing

@Suite("All public types") struct PublicTypeTests {
    @Test("L06: no public type is without an entry in the table of what it may show") func isComplete() async throws {
        let house = try await CanaryHouse()
        let entries = try await Set(PublicTypeTable.values(house).keys)
        let plain = PublicTypeTable.plain.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        let known = entries.union(plain).union(PublicTypeTable.noncopyable)
        let declared = try PublicTypeNames.all()
        #expect(declared.count > 100)
        #expect(declared.subtracting(known) == [], "new types: say how they keep secrets to themselves")
        #expect(known.subtracting(declared) == [], "types that are gone")
        #expect(plain.intersection(entries.union(PublicTypeTable.noncopyable)) == [], "types with two entries")
    }

    @Test("A declaration is found under its full name, whatever it stands in") func findsNames() {
        let source = """
            public struct A {
                private enum B {
                }
                public final class C {
                    public indirect enum D {
            }
            extension A.C {
                public actor E {
            }
            public protocol P {}
            struct Q: ~Copyable {
            public struct R<T: Sendable>: ~Copyable {
            /// public struct S
            """
        #expect(PublicTypeNames.names(in: source) == ["A", "A.C", "A.C.D", "A.C.E", "R"])
    }

    @Test(
        "C1, L06, L30: no public value shows a secret or an address, printed, dumped, reflected, encoded or thrown, alone or in others"
    )
    func showsNothing() async throws {
        let house = try await CanaryHouse()
        for (name, values) in try await PublicTypeTable.values(house) {
            #expect(!values.isEmpty, "\(name)")
            for value in values {
                #expect(!Shown(value).has(Canary.word), "\(name)")
            }
        }
    }

    @Test("The search finds a value that is shown, at any depth and as bytes") func findsWhatIsShown() {
        struct Leaky { let inner: [String: [UInt8]] }
        #expect(Shown(Canary.secret).has(Canary.word))
        #expect(Shown(Leaky(inner: ["a": Array(Canary.secret.utf8)])).has(Canary.word))
        #expect(!Shown(Leaky(inner: [:])).has(Canary.word))
    }

    @Test(
        "C1, L06: what holds bytes of secrets can be neither printed, dumped, reflected nor interpolated",
        .enabled(if: TypeChecker.isAvailable, "needs swiftc and the modules of this build"),
        arguments: ["print(value)", "dump(value)", "_ = Mirror(reflecting: value)", "_ = \"\\(value)\""])
    func noncopyableTypesAreRefused(use: String) throws {
        let names = PublicTypeTable.noncopyable.sorted()
        let functions = names.map { "    func use(_ value: borrowing \($0)) { \(use) }" }
        let lines = try TypeChecker.errorLines(
            functions, importing: ["Sealing", "SessionVault", "SessionAuth", "OAuthClient"])
        #expect(lines == Set(names.indices))
    }
}

import Foundation
import LeakAudit
import Sealing
import SessionVault
import Testing

@Suite("What an audit reports") struct ReportTests {
    @Test("Tokens that were replaced are still found, and marked as retired; those in use are not")
    func marksRetired() throws {
        let fixture = try AuditFixture()
        let old = SampleValues()
        let session = try fixture.signIn("1", old)
        let new = SampleValues(
            accessToken: "Nw2+" + old.accessToken.dropFirst(4), refreshToken: "n/" + old.refreshToken.reversed())
        let before = UnixTime.now
        try session.replaceTokens(with: try new.tokens())
        let text = [old, new].map { "\($0.accessToken)\n\($0.refreshToken)\n" }.joined()
        let findings = try fixture.scan(try fixture.log(text)).findings.filter { $0.extent == .whole }
        #expect(findings.map(\.line) == [1, 2, 3, 4])
        #expect(findings.map(\.value) == [.accessToken, .refreshToken, .accessToken, .refreshToken])
        #expect(findings.map { $0.retired != nil } == [true, true, false, false])
        #expect(findings.prefix(2).allSatisfy { ($0.retired.map { $0 >= before && $0 <= .now }) == true })
    }

    @Test("Values too short or too plain to search for are named, once each") func namesUncovered() throws {
        let fixture = try AuditFixture()
        try fixture.signIn("1", SampleValues(deviceCode: "491827", pushToken: String(repeating: "ab", count: 20)))
        let report = try fixture.scan(try fixture.log("device 491827 \(String(repeating: "ab", count: 20))"))
        #expect(report.uncovered.map(\.value) == [.deviceCode, .pushToken])
        #expect(Set(report.uncovered.map(\.account)).count == 1)
        #expect(report.searchedValues == 2 && report.verdict == .clean)
    }

    @Test("Nothing is found in a log without leaks") func findsNothingInCleanLogs() throws {
        let fixture = try AuditFixture.withEachKind()
        var text = (0..<20_000).map { _ in UInt8.random(in: 0...255) }
        for _ in 0..<2_000 { text += Array("GET /v1/orders?page=2 HTTP/1.1 200 Authorization: Bearer ***\n".utf8) }
        let report = try fixture.scan(try fixture.log(text), try fixture.gzip(text))
        #expect(report.verdict == .clean && report.findings.isEmpty && report.uncovered.isEmpty)
        #expect(report.searchedValues == 4 && report.searchedBytes == 2 * text.count)
    }

    @Test("An account is told from another by its tag, and a value that both have is reported for both")
    func tellsAccountsApart() throws {
        let fixture = try AuditFixture()
        let (first, second) = (
            SampleValues(),
            SampleValues(accessToken: "zZ9+another-access/token=of-two", pushToken: "other-push-token-0123456789")
        )
        try fixture.signIn("1", first)
        try fixture.signIn("2", second)
        let tags = try ["1", "2"].map { subject in
            let account = try AccountID(realm: "https://example.test", subject: subject)
            return try #require(try fixture.vault.restore(account)).accountTag()
        }
        let text = "\(first.accessToken)\n\(second.accessToken)\n\(first.deviceCode)\n"
        let findings = try fixture.scan(try fixture.log(text)).findings
        #expect(findings.map(\.line) == [1, 2, 3, 3])
        #expect(findings.prefix(2).map(\.account) == tags)
        #expect(Set(findings.suffix(2).map(\.account)) == Set(tags))
        #expect(Set(findings.map(\.id)).count == 4)
    }

    @Test("An end that two values share is reported for both") func namesAllCandidates() throws {
        let fixture = try AuditFixture()
        let start = "Common/start/0123456789/of/both"
        try fixture.signIn("1", SampleValues(deviceCode: start + "-device", pushToken: start + "=push-is-longer"))
        let cut = try fixture.scan(try fixture.log(start)).findings
        #expect(Set(cut.map(\.value)) == [.deviceCode, .pushToken] && cut.allSatisfy { $0.extent == .head })
        let whole = try fixture.scan(try fixture.log(start + "-device")).findings
        #expect(whole.map(\.value) == [.deviceCode] && whole.map(\.extent) == [.whole])
    }

    @Test("The same place with the same value has the same id in every run, and no other place has it")
    func keepsIdentities() throws {
        let fixture = try AuditFixture.withEachKind()
        let text = SampleValues().all.map(\.1).joined(separator: " ")
        let file = try fixture.log("\(text)\n\(text)")
        let ids = try fixture.scan(file).findings.map(\.id)
        let again = try Vault.open(
            at: fixture.vault.path, unlockingWith: .passphrase(SecretBytes(utf8: "a pass phrase")))
        #expect(try LeakAudit(of: again, chunkSize: 100).scan([file]).findings.map(\.id) == ids)
        #expect(ids.count == 8 && Set(ids).count == 8)
        #expect(ids.allSatisfy { $0.count == 16 && $0.allSatisfy(\.isHexDigit) })
        let copy = try fixture.log(Array("\(text)\n\(text)".utf8), "copy.log")
        #expect(Set(try fixture.scan(copy).findings.map(\.id)).isDisjoint(with: ids))
    }

    @Test("C1, L15: no description, dump or mirror of a report shows a value or what stands beside it")
    func showsNoValues() throws {
        let fixture = try AuditFixture.withEachKind()
        let beside = (left: "left-of-it-7391", right: "right-of-it-2846")
        let text = SampleValues().all.map { "\(beside.left)\($1)\(beside.right)\n" }.joined()
        let audit = try LeakAudit(of: fixture.vault)
        let report = audit.scan([try fixture.log(text)])
        #expect(report.findings.count == 4)
        var shown = ""
        dump(report, to: &shown)
        dump(report.findings, to: &shown)
        dump(audit, to: &shown)
        shown += "\(report) \(String(reflecting: report)) \(report.findings) \(audit) \(String(reflecting: audit))"
        for value in SampleValues().all.map(\.1) + [beside.left, beside.right] {
            let bytes = Array(value.utf8)
            for start in 0...(bytes.count - 6) {
                let part = String(decoding: bytes[start..<(start + 6)], as: UTF8.self)
                #expect(!shown.contains(part))
            }
        }
    }

    @Test("A locked vault can't be audited") func refusesLockedVaults() throws {
        let fixture = try AuditFixture.withEachKind()
        fixture.vault.lock()
        do {
            _ = try LeakAudit(of: fixture.vault)
            Issue.record("a locked vault was audited")
        } catch { #expect(error.code == .locked) }
    }

    @Test(
        "A record that does not open leaves the verdict undecided, and a leak of another value is still a leak",
        .enabled(if: Tool.isThere("sqlite3"), "needs the sqlite3 command to damage a record"))
    func countsUnreadableRecords() throws {
        let fixture = try AuditFixture.withEachKind()
        _ = try Tool.run(
            "sqlite3", [fixture.vault.path, "UPDATE record SET metadata = zeroblob(64) WHERE id = 1;"])
        let clean = try fixture.scan(try fixture.log("nothing"))
        #expect(clean.unreadableRecords == 1 && clean.verdict == .undecided)
        let leak = try fixture.scan(try fixture.log(SampleValues().pushToken))
        #expect(leak.verdict == .leaks)
    }

    @Test("The verdict follows from findings, unread files, unreadable records, and not from coverage") func decides()
        throws
    {
        let covered = try AuditFixture.withEachKind()
        let leak = try covered.log(SampleValues().pushToken)
        let clean = try covered.log(Array("clean".utf8), "b.log")
        let none = covered.folder + "/none"
        #expect(try covered.scan(clean).verdict == .clean)
        #expect(try covered.scan(clean, leak).verdict == .leaks)
        #expect(try covered.scan(clean, none).verdict == .undecided)
        #expect(try covered.scan(leak, none).verdict == .leaks)
        let empty = try AuditFixture()
        #expect(try empty.scan(clean).verdict == .clean)
        let uncovered = try AuditFixture()
        try uncovered.signIn("1", SampleValues(accessToken: "a", refreshToken: "b", deviceCode: "c", pushToken: "d"))
        #expect(try uncovered.scan(clean).verdict == .undecided)
        #expect(try uncovered.scan(clean).searchedValues == 0)
    }
}

import Glibc
import HTTPTransport
import Sealing

@testable import LeakAudit
@testable import OAuthClient
@testable import OrderingClient
@testable import SafeLogging
@testable import SessionAuth
@testable import SessionVault

/// How each public type of the products is kept from showing a secret or an address.
enum PublicTypeTable {
    /// Types that hold secrets and can't be copied: to print, dump or reflect one does not compile.
    static let noncopyable: Set = [
        "SecretBytes", "AEADProbe", "TokenSet", "UserRecord", "DeviceCode", "NotificationIdentity", "AccountAnswer",
        "SignInAnswer", "Admission", "KeySource", "Credential", "Credential.Redemption", "SignInExtras",
        "ChallengeAnswer", "DeviceGrant", "BrowserSignIn",
    ]

    /// Types of whose values none can hold a secret or an address, by the reason.
    static let plain: [String: Set<String>] = [
        "a code, a state or a level, without a payload from outside": [
            "LogLevel", "LogFormat", "HiddenLogPrivacy", "OpenLogPrivacy", "MaskedLogPrivacy", "MaskedLogPrivacy.Mask",
            "VaultError.Code", "ServiceError.Code", "AuthError.Code", "JournalEvent.Kind", "JournalEvent.Refusal",
            "JournalReport.Break", "RecordReport.Condition", "KeySlotOutline.Condition", "VaultIntegrity.ManifestState",
            "VaultIntegrity.Part", "VaultOptions.Verification", "RecordKind", "AuditedValue", "SignInBranch",
            "BranchAvailability", "BranchAvailability.HiddenReason", "SignedOutReason", "CleanupOutcome",
            "CleanupFault", "LeakFinding.Extent", "LeakReport.Verdict", "UnreadFile.Reason", "OrderingClient.Method",
            "OrderingClient.CodeChannel", "OrderingClient.TextMessages", "PasswordRecovery.State", "Finding.Severity",
            "Finding.Code", "SlotPreference.Offer",
        ],
        "counts, sizes, times and modes": [
            "UnixTime", "Expiry", "KeySlotOutline.Cost", "PassphraseCost", "FileOutline", "Vault.Repair",
            "Vault.Rotation", "VaultChange", "Credential.Polling", "ServerSession", "AuditCoverage", "Surroundings",
            "AuditProgress",
        ],
        "has no values": ["Admitted", "Provisional", "ParserProbe", "ScrubberProbe", "RecoveryCode", "KeyFile"],
        "a field class or a role, which programs name in their source": ["CorrelationScope", "Role", "GatePolicy"],
        "digests of what is public": ["AnchoredState"],
        "the embedder's own settings, which are public": [
            "OrderingClient.Options", "OAuthConfiguration", "RoleClaim", "RoleClaim.Meaning", "SignInConfiguration",
            "OrderingSettings", "SlotPreference",
        ],
        "the name of a file, and an error number": ["LogFileError", "FileAnchor", "UnreadFile", "VaultOptions"],
    ]

    /// Values with a canary in each part that can hold one; by the name of their type.
    static func values(_ house: CanaryHouse) async throws -> [String: [Any]] {
        let parts = try await [logging(), vault(house), reports(house), signIn(house), clients()]
        return parts.reduce(into: [:]) { all, part in all.merge(part) { $0 + $1 } }
    }

    private static func logging() throws -> [String: [Any]] {
        let sink = MemorySink()
        let log = SafeLogger(category: "t", sinks: [sink])
        log.info("a \(Canary.secret)", fields: [LogField("password", Canary.secret, privacy: .public)])
        var interpolation = LogMessage.StringInterpolation(literalCapacity: 0, interpolationCount: 1)
        interpolation.appendInterpolation(Canary.secret, privacy: .private(mask: .hash))
        interpolation.appendInterpolation(Canary.secret)
        let message: LogMessage = "a \(Canary.secret, privacy: .private(mask: .hash)) \(Canary.secret)"
        let values: [LogValue] = [
            .init(stringLiteral: Canary.secret), .bytes(Array(Canary.secret.utf8)), .url("https://\(Canary.secret)/"),
            [.init(stringLiteral: Canary.secret)], ["a": .init(stringLiteral: Canary.secret)],
            LogValue(dictionaryLiteral: (Canary.secret, 1)),
        ]
        var keyBytes = Array(Canary.secret.utf8)
        keyBytes += [UInt8](repeating: 0, count: 32 - keyBytes.count)
        let key = SymmetricKey(Sample.secret(keyBytes)) ?? .random()
        return [
            "MaskedSecret": [MaskedSecret(Canary.bytes)],
            "Sensitive": [Sensitive(Canary.secret), Sensitive([Canary.secret]), Sensitive(Array(Canary.secret.utf8))],
            "LogField": [
                LogField("a", Canary.secret), LogField("a", Canary.secret, privacy: .public),
                LogField("a", Sensitive(Canary.secret)),
            ],
            "LogValue": values, "LogMessage": [message], "LogMessage.StringInterpolation": [interpolation],
            "LogRecord": sink.records, "MemorySink": [sink], "StandardErrorSink": [StandardErrorSink()],
            "FileSink": [try FileSink(path: "/dev/shm/log-\(getpid())-\(UInt32.random(in: 0...(.max)))")],
            "CorrelationKey": [CorrelationKey(copying: key, epoch: 1)],
            "SafeLogger": [
                log,
                SafeLogger(category: "t", sinks: [sink], correlationKey: CorrelationKey(copying: key, epoch: 1)),
            ],
        ]
    }

    private static func vault(_ house: CanaryHouse) throws -> [String: [Any]] {
        let provisional = try house.vault.sessions()
        let account = house.session.account
        let attempt = provisional.first.map { house.vault.beginConfirmation(of: $0) }
        let name = SecretName(service: "canarybird", account: Canary.address)
        var errors: [Any] = [VaultError(.tampered, "a", path: "/vault")]
        do { _ = try AccountID(realm: String(repeating: Canary.address, count: 99), subject: "a") } catch {
            errors.append(error)
        }
        do { _ = try TokenSet(access: SecretBytes(utf8: Canary.secret + "\n")) } catch { errors.append(error) }
        return [
            "Vault": [house.vault], "SecretStore": [house.vault.secrets], "SecretName": [name], "AccountID": [account],
            "AccountTag": [try house.session.accountTag()], "Session": [house.session] + provisional,
            "AccessToken": [house.session.accessToken], "Attempt": [attempt as Any],
            "RoleGate": [RoleGate(admitting: [.driver])], "VaultError": errors,
        ]
    }

    private static func reports(_ house: CanaryHouse) throws -> [String: [Any]] {
        let report = try house.vault.inspect()
        let leaks = try house.report()
        let finding = LeakFinding(
            id: "1", file: "log", line: 1, bytes: 0..<9, value: .secret, account: try house.session.accountTag(),
            encoding: "raw", extent: .whole, retired: nil)
        return [
            "Finding": report.findings(), "VaultReport": [report], "VaultOutline": [report.outline],
            "KeySlotOutline": report.outline.slots,
            "VaultIntegrity": [report.integrity as Any],
            "VaultIntegrity.DamagedRecord": [
                VaultIntegrity.DamagedRecord(
                    position: 1, kind: .token, account: try house.session.accountTag(), part: .body)
            ],
            "JournalReport": [report.journal], "JournalReport.Entry": report.journal.entries,
            "JournalEvent": report.journal.entries.compactMap(\.event), "RecordReport": report.records,
            "RecordReport.Details": report.records.compactMap(\.details), "SessionReport": report.sessions,
            "LeakAudit": [try LeakAudit(of: house.vault)], "LeakReport": [leaks], "LeakFinding": [finding],
            "ShapeFinding": [ShapeFinding(id: "1", file: "log", line: 1, bytes: 0..<9, shape: "credentials")],
            "UncoveredValue": [UncoveredValue(value: .secret, account: try house.session.accountTag())],
        ]
    }

    private static func signIn(_ house: CanaryHouse) async throws -> [String: [Any]] {
        let refused = await house.failure(CanaryService(fault: ServiceError(.refused)))
        let rejected = await house.failure(CanaryService(role: .customer))
        return [
            "AuthCoordinator": [house.coordinator],
            "AuthState": [AuthState.active(house.session), house.coordinator.state]
                + (try await house.vault.sessions().map { AuthState.provisional($0) }),
            "AuthError": [refused, rejected].compactMap { $0 },
            "ServiceError": [refused?.service].compactMap { $0 }, "WrongRole": [rejected?.refusal].compactMap { $0 },
            "WrongRole.Reason": [rejected?.refusal?.reason].compactMap { $0 },
            "CleanupReport": [rejected?.cleanup].compactMap { $0 },
            "Credential.Address": [
                Credential.Address.email(Sensitive(Canary.address)),
                Credential.Address.cellphone(Sensitive(Canary.address), countryCode: "49"),
            ],
        ]
    }

    private static func clients() async throws -> [String: [Any]] {
        let client = try OrderingClient(server: "https://example.test", project: "demo")
        let document = #"{"issuer":"https://example.test","token_endpoint":"https://example.test/t"}"#
        let configuration = OAuthConfiguration(issuer: "https://example.test", clientID: "client")
        let service = OAuthService(
            configuration,
            try ProviderMetadata(JSONView(SecretBytes(utf8: document)), issuer: "https://example.test"),
            OAuthExchange(HTTPTransport(), clientID: "client", clientSecret: Canary.bytes), clock: ContinuousClock())
        var errors: [Any] = []
        do throws(ServiceError) {
            _ = try OrderingClient(server: "https://user:\(Canary.secret)@example.test", project: "demo")
        } catch { errors.append(error) }
        return [
            "OrderingClient": [client], "ServiceError": errors, "OAuthService": [service],
            "PasswordRecovery": [client.beginPasswordRecovery(of: Sensitive(Canary.address))],
        ]
    }
}

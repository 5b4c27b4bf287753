import Sealing
import Testing

@testable import SessionVault

@Suite("Role gate")
struct RoleGateTests {
    static let roles: [Role] = [
        .administrator, .cityManager, .businessOwner, .customer, .driver, .driversManager, .professional,
        .callCentreAgent,
    ]

    let place: VaultFolder
    let vault: Vault

    init() throws {
        place = try VaultFolder()
        vault = try place.create()
    }

    private func refusal(
        _ gate: RoleGate, role: Role?, isEnabled: Bool?, via branch: SignInBranch = .emailPassword
    ) throws -> WrongRole.Reason? {
        let answer = try VaultFolder.answer("42", role: role, isEnabled: isEnabled)
        do {
            _ = try gate.admit(answer, in: vault.beginAttempt(via: branch))
            return nil
        } catch { return error.reason }
    }

    @Test("A3, B1, B2, B3, B4, B5: a gate for one role admits it and no other, on every branch", arguments: roles)
    func everyRole(role: Role) throws {
        for branch in SignInBranch.allCases {
            for allowed in Self.roles {
                let refused = try refusal(RoleGate(admitting: [allowed]), role: role, isEnabled: true, via: branch)
                #expect(refused == (role == allowed ? nil : .roleNotAllowed(role)))
            }
        }
    }

    @Test("S30: an empty set of roles admits no one", arguments: roles + [nil] as [Role?])
    func emptyGate(role: Role?) throws {
        #expect(try refusal(RoleGate(admitting: []), role: role, isEnabled: true) != nil)
    }

    @Test("S24: an answer that does not say whether the account is enabled is not refused for it")
    func absentEnabled() throws {
        #expect(try refusal(VaultFolder.gate, role: .driver, isEnabled: nil) == nil)
        #expect(try refusal(.open, role: nil, isEnabled: nil) == nil)
    }

    @Test("A disabled account is refused, by an open gate too, before its role is looked at", arguments: roles)
    func disabled(role: Role) throws {
        #expect(try refusal(VaultFolder.gate, role: role, isEnabled: false) == .accountDisabled)
        #expect(try refusal(.open, role: role, isEnabled: false) == .accountDisabled)
    }

    @Test("An account without a role that can be read passes an open gate alone")
    func missingRole() throws {
        #expect(try refusal(RoleGate(admitting: Set(Self.roles)), role: nil, isEnabled: true) == .roleMissing)
        #expect(try refusal(.open, role: nil, isEnabled: true) == nil)
    }

    @Test(
        "A role's name is lower-case letters, digits and hyphens; nothing else becomes a role",
        arguments: [
            "", "Driver", "driver ", "driver\n", "dríver", "a,b", "\u{1B}[31m", String(repeating: "a", count: 65),
        ])
    func unreadableRoles(name: String) { #expect(Role(name) == nil) }

    @Test("C2, D3, B3: what the gate refuses leaves no trace in the vault, whatever stood there stays")
    func refusedWritesNothing() throws {
        let session = try vault.signIn("42", token: "first")
        let before = try vault.verify().sequence
        for branch in SignInBranch.allCases {
            #expect(try refusal(VaultFolder.gate, role: .customer, isEnabled: true, via: branch) != nil)
        }
        #expect(try vault.verify().sequence == before)
        #expect(try session.readTokens().access.text == "first")
    }

    @Test("E2: a session tells which branch admitted it and under which policy, also after it was restored")
    func admissionNote() throws {
        let answer = try VaultFolder.answer("42")
        let gate = RoleGate(admitting: [.driver, .professional])
        let session = try vault.admit(
            try gate.admit(answer, in: vault.beginAttempt(via: .cellphoneCode)), storing: answer)
        let restored = try #require(try place.open().restore(session.account))
        #expect(restored.branch == .cellphoneCode)
        #expect(restored.policy == .roles([.driver, .professional]))
        #expect(restored.created == session.created)
    }

    @Test("E2: a session that an open gate admitted says so")
    func openPolicy() throws {
        let answer = try VaultFolder.answer("42", role: nil)
        _ = try vault.admit(
            try RoleGate.open.admit(answer, in: vault.beginAttempt(via: .google)), storing: answer)
        #expect(try place.open().sessions().map(\.policy) == [.open])
        #expect(try place.open().sessions().map { "\($0.policy)" } == ["open"])
    }
}

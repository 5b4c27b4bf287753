public import SessionAuth
public import SessionVault

/// A project's own settings, which decide the branches that an app offers.
///
/// A value of `"1"` switches on; all else, and absence, switches off. Where no password, code or device method is
/// on, e-mail address and password is.
public struct OrderingSettings: Sendable {
    /// The branches that the settings expose.
    public let branches: Set<SignInBranch>
    /// Those of ``branches`` whose sign-in needs a CAPTCHA's answer.
    public let challengedBranches: Set<SignInBranch>
    /// The branches that are switched on, but whose CAPTCHA or provider is only half configured, and what is missing.
    ///
    /// They are not among ``branches``.
    public let halfConfigured: [SignInBranch: String]

    /// The keys that switch a branch on.
    private static let switches: [(key: String, branch: SignInBranch)] = [
        ("email_password_login_enabled", .emailPassword), ("phone_password_login_enabled", .cellphonePassword),
        ("opt_email_enabled", .emailCode), ("otp_cellphone_enabled", .cellphoneCode),
        ("whatsapp_otp_login_enabled", .cellphoneCode), ("device_code_login_enabled", .deviceCode),
    ]
    /// The branches that `POST /auth` serves, which alone takes a CAPTCHA's answer.
    private static let challengeable: Set<SignInBranch> = [
        .emailPassword, .cellphonePassword, .emailCode, .cellphoneCode, .deviceCode,
    ]

    /// The keys that name an app to an identity provider.
    private static let providers: [(key: String, branch: SignInBranch)] = [
        ("facebook_id", .facebook), ("google_login_client_id", .google),
    ]
    /// Every key that is read.
    package static let keys =
        switches.map(\.key) + providers.map(\.key) + ["security_recaptcha_auth", "security_recaptcha_type"]

    /// Reads the settings by their keys.
    public init(_ values: [String: String]) {
        let isOn = { (key: String) in values[key] == "1" }
        var on = Set(Self.switches.filter { isOn($0.key) }.map(\.branch))
        if on.isEmpty { on = [.emailPassword] }
        var half: [SignInBranch: String] = [:]
        for (key, branch) in Self.providers {
            guard let name = values[key], !name.isEmpty else { continue }
            if name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
                on.insert(branch)
            } else {
                half[branch] = "\(key) is not an app's name"
            }
        }
        let challenged = isOn("security_recaptcha_auth") ? on.intersection(Self.challengeable) : []
        let type = values["security_recaptcha_type"] ?? ""
        let isWhole = ["v2", "v3"].contains(type)
        if !isWhole {
            let fault = "security_recaptcha_type is \(type.isEmpty ? "missing" : "neither v2 nor v3")"
            for branch in challenged { half[branch] = fault }
        }
        halfConfigured = half
        challengedBranches = isWhole ? challenged : []
        branches = on.subtracting(half.keys)
    }

    /// The coordinator's configuration for these settings.
    public var configuration: SignInConfiguration {
        SignInConfiguration(
            branches: branches, challengedBranches: challengedBranches, halfConfigured: halfConfigured)
    }
}

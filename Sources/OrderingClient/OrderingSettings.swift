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
    /// The branches that are switched on, but whose CAPTCHA is only half configured.
    ///
    /// They are not among ``branches``.
    public let halfConfiguredBranches: Set<SignInBranch>

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

    /// Reads the settings by their keys.
    public init(_ values: [String: String]) {
        let isOn = { (key: String) in values[key] == "1" }
        var on = Set(Self.switches.filter { isOn($0.key) }.map(\.branch))
        if on.isEmpty { on = [.emailPassword] }
        if values["facebook_id"]?.isEmpty == false { on.insert(.facebook) }
        if values["google_login_client_id"]?.isEmpty == false { on.insert(.google) }
        let challenged = isOn("security_recaptcha_auth") ? on.intersection(Self.challengeable) : []
        let isWhole = ["v2", "v3"].contains(values["security_recaptcha_type"] ?? "")
        halfConfiguredBranches = isWhole ? [] : challenged
        challengedBranches = isWhole ? challenged : []
        branches = on.subtracting(halfConfiguredBranches)
    }

    /// The coordinator's configuration for these settings.
    public var configuration: SignInConfiguration {
        SignInConfiguration(branches: branches, challengedBranches: challengedBranches)
    }
}

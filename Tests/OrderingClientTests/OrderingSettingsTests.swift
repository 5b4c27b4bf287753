import OrderingClient
import SessionAuth
import SessionVault
import Testing

@Suite struct OrderingSettingsTests {
    @Test(
        "D1 E1: a project's settings decide which branches are offered",
        arguments: [
            ([:], [.emailPassword]), (["email_password_login_enabled": "1"], [.emailPassword]),
            (["email_password_login_enabled": "0", "phone_password_login_enabled": "1"], [.cellphonePassword]),
            (["opt_email_enabled": "1"], [.emailCode]), (["otp_cellphone_enabled": "1"], [.cellphoneCode]),
            (["whatsapp_otp_login_enabled": "1"], [.cellphoneCode]),
            (["device_code_login_enabled": "1"], [.deviceCode]),
            (["device_code_login_enabled": "true"], [.emailPassword]),
            (["device_code_login_enabled": ""], [.emailPassword]),
            (["facebook_id": "1234"], [.emailPassword, .facebook]), (["facebook_id": ""], [.emailPassword]),
            (["google_login_client_id": "x", "opt_email_enabled": "1"], [.emailCode, .google]),
        ] as [([String: String], Set<SignInBranch>)])
    func branches(values: [String: String], branches: Set<SignInBranch>) {
        #expect(OrderingSettings(values).branches == branches)
        #expect(OrderingSettings(values).configuration.branches == branches)
    }

    @Test("B6: a CAPTCHA belongs to the requests that can carry it", arguments: ["v2", "v3"])
    func challenged(type: String) {
        let settings = OrderingSettings([
            "security_recaptcha_auth": "1", "security_recaptcha_type": type, "email_password_login_enabled": "1",
            "google_login_client_id": "x",
        ])
        #expect(settings.branches == [.emailPassword, .google])
        #expect(settings.configuration.challengedBranches == [.emailPassword])
        #expect(settings.halfConfigured.isEmpty)
    }

    @Test("B6: a half-made CAPTCHA blocks the branches that need it, and no other", arguments: [nil, "", "v1", "2"])
    func halfMade(type: String?) {
        var values = [
            "security_recaptcha_auth": "1", "email_password_login_enabled": "1", "google_login_client_id": "x",
        ]
        values["security_recaptcha_type"] = type
        let settings = OrderingSettings(values)
        #expect(settings.branches == [.google])
        let fault = "security_recaptcha_type is \((type ?? "").isEmpty ? "missing" : "neither v2 nor v3")"
        #expect(settings.halfConfigured == [.emailPassword: fault])
        #expect(settings.configuration.halfConfigured == settings.halfConfigured)
        #expect(settings.challengedBranches.isEmpty)
    }

    @Test(
        "B5 E1: a half-made provider blocks its own branch, and no other",
        arguments: [
            ("facebook_id", SignInBranch.facebook, " "), ("google_login_client_id", .google, "a b"),
            ("google_login_client_id", .google, "x\n"),
        ])
    func halfMadeProvider(key: String, branch: SignInBranch, value: String) {
        let settings = OrderingSettings([key: value, "otp_cellphone_enabled": "1"])
        #expect(settings.branches == [.cellphoneCode])
        #expect(settings.halfConfigured == [branch: "\(key) is not an app's name"])
    }
}

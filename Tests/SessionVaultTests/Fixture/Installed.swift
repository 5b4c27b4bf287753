import Foundation

/// What of the machine's programs tests need beside the build's.
enum Installed {
    static let secretService = has("dbus-daemon", "dbus-send", "gnome-keyring-daemon", "secret-tool")
    static let softwareTPM = has("swtpm")

    private static func has(_ programs: String...) -> Bool {
        programs.allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
    }
}

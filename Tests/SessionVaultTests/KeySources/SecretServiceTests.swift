#if SecretService
    import Foundation
    import Sealing
    import Testing

    @testable import SessionVault

    /// Against a real GNOME Keyring on a bus of its own.
    @Suite(
        "Secret Service",
        .enabled(if: Installed.secretService, "gnome-keyring or dbus-run-session is not installed"))
    struct SecretServiceTests {
        /// A bus for the shell alone.
        ///
        /// The threads that tests run on block signals, which it inherits, so it takes a `KILL`.
        private static let bus = """
            set -- $(dbus-daemon --session --fork --print-address=1 --print-pid=1)
            export DBUS_SESSION_BUS_ADDRESS=$1
            trap "kill -KILL $2" EXIT

            """
        private static let unlock = "printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1"
        let place: VaultFolder

        init() throws {
            place = try VaultFolder()
            try place.create(signingIn: ["42"])
        }

        /// Runs a shell on a bus of its own, whose keyrings last as long as this test; `$CHILD` is the child for the vault.
        private func shell(_ script: String, bus: Bool = true) throws -> [String] {
            try Program.run(
                "/bin/sh", ["-c", (bus ? Self.bus : "") + script],
                environment: [
                    "PATH": "/usr/bin:/bin", "HOME": place.root, "XDG_DATA_HOME": place.file("data"),
                    "XDG_RUNTIME_DIR": place.root, "VAULT_KEY_FILE": VaultFolder.keyFile,
                    "CHILD": "\(ChildProcess.executable.path()) key-sources \(place.path)",
                ])
        }

        @Test("K03, K12: a slot's key is one line of base64 in an item of its own, read back, and gone with its slot")
        func lifeOfASlot() throws {
            let said = try shell(
                """
                \(Self.unlock)
                $CHILD add secret-service open secret-service automatic ''
                secret-tool lookup xdg:schema org.sessionvault.SlotKey; echo
                $CHILD remove 2 open secret-service
                secret-tool lookup xdg:schema org.sessionvault.SlotKey || echo gone
                """)
            #expect(said.count == 8)
            #expect(said.prefix(2) == ["slot 2", "sessions 1"])
            #expect(said[2] == "log INFO the vault's key comes from the Secret Service" && said[3] == "sessions 1")
            #expect(Data(base64Encoded: said[4])?.count == 32)
            #expect(said.suffix(3) == ["done", "wrongKey", "gone"])
        }

        @Test(
            "K05: two slots and two vaults keep their keys apart; an item that is gone is a lost key, never a new one")
        func lostKey() throws {
            let said = try shell(
                """
                \(Self.unlock)
                $CHILD add secret-service add secret-service remove 2 open secret-service
                secret-tool clear xdg:schema org.sessionvault.SlotKey
                $CHILD open secret-service open key-file
                """)
            #expect(said == ["slot 2", "slot 3", "done", "sessions 1", "keyLost", "sessions 1"])
        }

        @Test("With a new root key the keyring's old items go")
        func newRoot() throws {
            let said = try shell(
                """
                \(Self.unlock)
                $CHILD add secret-service new-root secret-service open secret-service open key-file
                secret-tool search --all xdg:schema org.sessionvault.SlotKey 2>/dev/null | grep -c '^secret ='
                """)
            #expect(said == ["slot 2", "done", "sessions 1", "wrongKey", "1"])
        }

        @Test("A vault can be made with the keyring alone")
        func keyringAlone() throws {
            try FileManager.default.removeItem(atPath: place.path)
            let said = try shell("\(Self.unlock); $CHILD create secret-service open secret-service open key-file")
            #expect(said == ["done", "sessions 0", "wrongKey"])
        }

        @Test(
            "K02, K10: a locked keyring is told within bounds, whether it may ask or not; nothing is made anew",
            .timeLimit(.minutes(3)))
        func locked() throws {
            #expect(try shell("\(Self.unlock); $CHILD add secret-service") == ["slot 2"])
            let said = try shell(
                """
                gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1
                $CHILD open secret-service open prompting-secret-service add secret-service automatic '' open key-file
                """)
            #expect(said.filter { $0 == "keySourceUnavailable" }.count == 4)
            #expect(
                said.contains { $0.contains("the Secret Service does not open the vault: ") && $0.contains("locked") })
            #expect(said.last == "sessions 1")
        }

        @Test("K11: on another desktop a keyring's slot stays what it was, and what else opens the vault still does")
        func otherDesktop() throws {
            #expect(try shell("\(Self.unlock); $CHILD add secret-service") == ["slot 2"])
            let away = try shell(
                """
                export XDG_CURRENT_DESKTOP=KDE KDE_SESSION_VERSION=6 DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent
                $CHILD open secret-service automatic '' open key-file
                """, bus: false)
            #expect(away.first == "keySourceUnavailable" && away.last == "sessions 1")
            #expect(away.contains { $0.hasPrefix("log WARNING the Secret Service does not open the vault: ") })
            #expect(try shell("\(Self.unlock); $CHILD open secret-service") == ["sessions 1"])
        }

        @Test(
            "K01: without a bus, and with one that is gone, that is told at once",
            arguments: ["", "unix:path=/nonexistent"])
        func noBus(address: String) throws {
            let setting =
                address.isEmpty ? "unset DBUS_SESSION_BUS_ADDRESS" : "export DBUS_SESSION_BUS_ADDRESS=\(address)"
            var said: [String] = []
            let took = try ContinuousClock().measure {
                said = try shell("\(setting); $CHILD open secret-service add secret-service", bus: false)
            }
            #expect(said == ["wrongKey", "keySourceUnavailable"])
            #expect(took < .seconds(10))
        }

        @Test(
            "K01, K04: a service that stops or dies in the middle is told within two seconds a call",
            .timeLimit(.minutes(1)))
        func stoppedService() throws {
            let said = try shell(
                """
                printf pw | gnome-keyring-daemon --unlock --foreground --components=secrets >/dev/null 2>&1 &
                until dbus-send --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner \\
                    string:org.freedesktop.secrets | grep -q true; do :; done
                $CHILD add secret-service
                kill -STOP $!
                $CHILD add secret-service remove 2
                kill -KILL $!
                $CHILD open key-file
                """)
            #expect(said == ["slot 2", "keySourceUnavailable", "done", "sessions 1"])
        }
    }
#endif

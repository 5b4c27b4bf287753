#if TPM
    import Foundation
    import Sealing
    import Testing

    @testable import SessionVault

    /// Against a software TPM (swtpm), which each test has for itself.
    @Suite("TPM", .enabled(if: Installed.softwareTPM, "swtpm is not installed"), .timeLimit(.minutes(2)))
    struct TPMTests {
        let place: VaultFolder

        init() throws {
            place = try VaultFolder()
            try place.create(signingIn: ["42"])
        }

        private func run(_ tpm: SoftwareTPM, _ words: String...) throws -> [String] {
            try Program.run(
                ChildProcess.executable.path(), ["key-sources", place.path] + words,
                environment: [
                    "VAULT_KEY_FILE": VaultFolder.keyFile, "TPM2TOOLS_TCTI": tpm.interface, "TSS2_LOG": "all+none",
                ])
        }

        @Test("A slot that a TPM seals opens the vault with that TPM, again after it was turned off and on")
        func sealedSlot() throws {
            let state = place.file("tpm")
            do {
                let tpm = try SoftwareTPM(keepingStateIn: state)
                #expect(try run(tpm, "add", "tpm", "open", "tpm") == ["slot 2", "sessions 1"])
                #expect(
                    try run(tpm, "automatic", "") == ["log INFO the vault's key comes from the TPM", "sessions 1"])
            }
            let tpm = try SoftwareTPM(keepingStateIn: state)
            #expect(try run(tpm, "open", "tpm", "remove", "2", "open", "tpm") == ["sessions 1", "done", "wrongKey"])
        }

        @Test("K14: another TPM, or one that was cleared, has lost the key, and the other ways in still open")
        func otherTPM() throws {
            do {
                let tpm = try SoftwareTPM(keepingStateIn: place.file("tpm"))
                #expect(try run(tpm, "add", "tpm") == ["slot 2"])
            }
            let other = try SoftwareTPM(keepingStateIn: place.file("other"))
            #expect(try run(other, "open", "tpm", "open", "key-file") == ["keyLost", "sessions 1"])
            let said = try run(other, "automatic", "")
            #expect(said.first?.hasPrefix("log WARNING the TPM does not open the vault: ") == true)
            #expect(said.last == "keySourceUnavailable")
        }

        @Test("With a PIN the slot opens with it alone; a wrong one is a wrong key")
        func pin() throws {
            let tpm = try SoftwareTPM(keepingStateIn: place.file("tpm"))
            let said = try run(tpm, "add", "tpm=2580", "open", "tpm=2580", "open", "tpm=0000", "open", "tpm")
            #expect(said == ["slot 2", "sessions 1", "wrongKey", "wrongKey"])
        }

        @Test("A TPM that has locked itself after wrong PINs says so")
        func lockout() throws {
            let tpm = try SoftwareTPM(keepingStateIn: place.file("tpm"))
            #expect(try run(tpm, "add", "tpm=2580") == ["slot 2"])
            var said: [String] = []
            for _ in 0..<40 where said.last != "keySourceUnavailable" { said += try run(tpm, "open", "tpm=0000") }
            #expect(said.first == "wrongKey" && said.last == "keySourceUnavailable")
            #expect(try run(tpm, "open", "key-file") == ["sessions 1"])
        }

        @Test(
            "K14: a TPM is never the only way in: not when a vault is made, nor when others are removed or the root is replaced"
        )
        func neverAlone() throws {
            let tpm = try SoftwareTPM(keepingStateIn: place.file("tpm"))
            #expect(try run(tpm, "add", "tpm", "remove", "1") == ["slot 2", "lastSlot"])
            #expect(try run(tpm, "new-root", "tpm", "open", "key-file") == ["lastSlot", "sessions 1"])
            try FileManager.default.removeItem(atPath: place.path)
            #expect(try run(tpm, "create", "tpm") == ["invalidArgument"])
        }

        @Test("A program that listens where simulators do is no TPM, unless the user names it")
        func impostor() throws {
            let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            defer { close(listener) }
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(2_321).bigEndian
            address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
            let isBound = unsafe withUnsafePointer(to: &address) { address in
                unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    unsafe bind(listener, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                        && listen(listener, 1) == 0
                }
            }
            try #require(isBound)
            let said = try ChildProcess("key-sources", place.path, "add", "tpm").wait()
            #expect(said == ["keySourceUnavailable"])
            var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            #expect(unsafe poll(&waiting, 1, 0) == 0)
        }

        @Test("K01: a TPM that keeps silent is told within two seconds, and the other ways in still open")
        func silentTPM() throws {
            let tpm = try SoftwareTPM(keepingStateIn: place.file("tpm"))
            #expect(try run(tpm, "add", "tpm") == ["slot 2"])
            tpm.stop()
            var said: [String] = []
            let took = try ContinuousClock().measure {
                said = try run(tpm, "open", "tpm", "add", "tpm", "open", "key-file")
            }
            #expect(said == ["keySourceUnavailable", "keySourceUnavailable", "sessions 1"])
            #expect(took < .seconds(20))
        }

        @Test("Without a TPM that is told at once")
        func noTPM() throws {
            let said = try ChildProcess(
                "key-sources", place.path, "add", "tpm", environment: ["TPM2TOOLS_TCTI": "device:/nonexistent"]
            ).wait()
            #expect(said == ["keySourceUnavailable"])
        }
    }

    /// A TPM in a process, on a socket.
    final class SoftwareTPM {
        private let process = Process()
        let interface: String

        init(keepingStateIn folder: String) throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let socket = "\(folder)/socket"
            for left in [socket, "\(socket).ctrl"] { try? FileManager.default.removeItem(atPath: left) }
            interface = "swtpm:path=\(socket)"
            process.executableURL = URL(filePath: "/usr/bin/swtpm")
            process.arguments = [
                "socket", "--tpm2", "--tpmstate", "dir=\(folder)", "--server", "type=unixio,path=\(socket)", "--ctrl",
                "type=unixio,path=\(socket).ctrl", "--flags", "startup-clear",
            ]
            process.standardOutput = nil
            process.standardError = nil
            try process.run()
            while process.isRunning, !FileManager.default.fileExists(atPath: socket) { sched_yield() }
        }

        /// Holds it, so that it takes what it is asked and says nothing.
        func stop() { kill(process.processIdentifier, SIGSTOP) }

        deinit {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }
#endif

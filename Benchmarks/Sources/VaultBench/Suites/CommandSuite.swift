import FoundationEssentials
import Glibc
import SessionVault

/// Whole commands, from start to end, beside those that one would run instead.
enum CommandSuite: Suite {
    static let name = "command"
    static let summary = "`vault secret get` and `vault inspect`, whole processes; beside age and secret-tool"

    static func compare(_ bench: Bench) throws {
        let folder = TemporaryFolder.make()
        defer { TemporaryFolder.remove(folder) }
        let place = try BenchVault(in: folder)
        try place.vault.secrets.set(SecretBytes(utf8: "made-up value"), for: SecretName(service: "bench"))
        _ = try place.signIn()
        try besideAge(bench, folder, place)
        besideKeyring(bench, place)
        try peakMemory(bench, folder, place)
    }

    /// GNU time starts the command from a process of its own, which is smaller: the figure is not this one's.
    private static func peakMemory(_ bench: Bench, _ folder: String, _ place: BenchVault) throws {
        let (name, answer) = ("vault inspect, peak memory", "\(folder)/peak")
        guard let vault = Program.vault("inspect", "--vault", place.path, "--key-file", place.key) else {
            return bench.skip(name, because: "`vault` is not installed (scripts/install)")
        }
        guard let time = Program("time", ["-q", "-f", "%M", "-o", answer] + vault.words), time.run(mayDeny: true),
            let kibibytes = Int(try String(contentsOfFile: answer, encoding: .utf8).filter(\.isNumber))
        else { return bench.skip(name, because: "GNU time is not installed") }
        bench.tell(name, in: "MiB", reach: .atMost(30), note: "by wait4, whole process") { Double(kibibytes) / 1_024 }
    }

    private static func besideAge(_ bench: Bench, _ folder: String, _ place: BenchVault) throws {
        let name = "vault secret get, whole process"
        let (identity, sealed) = ("\(folder)/age.key", "\(folder)/age.sealed")
        guard let vault = Program.vault("secret", "get", "bench", "--vault", place.path, "--key-file", place.key) else {
            return bench.skip(name, because: "`vault` is not installed (scripts/install)")
        }
        guard Program("age", "--version")?.run() == true,
            Program("age-keygen", "-o", identity)?.run() == true,
            Program(
                "sh", "-c", "printf 'made-up value' | age -r $(age-keygen -y \(identity)) -o \(sealed)")?.run() == true,
            let age = Program("age", "-d", "-i", identity, sealed)
        else { return bench.skip(name, because: "age is not installed") }
        bench.measure(pair(name, "age -d with an identity file", 1.5, vault, age))
    }

    private static func besideKeyring(_ bench: Bench, _ place: BenchVault) {
        let name = "vault inspect, whole process"
        guard let vault = Program.vault("inspect", "--vault", place.path, "--key-file", place.key) else {
            return bench.skip(name, because: "`vault` is not installed (scripts/install)")
        }
        guard let keyring = Keyring(), keyring.store("tool", "made-up value"),
            let tool = Program("secret-tool", "lookup", "account", "tool"), tool.run()
        else { return bench.skip(name, because: "secret-tool is not installed, or no unlocked keyring answers") }
        bench.measure(pair(name, "secret-tool lookup", 1, vault, tool))
    }

    private static func pair(_ name: String, _ peer: String, _ reach: Double, _ ours: Program, _ theirs: Program)
        -> Comparison
    {
        Comparison(
            name: name, peer: peer, reach: reach,
            ours: { times in for _ in 0..<times { precondition(ours.run(mayDeny: true), "\(name) failed") } },
            theirs: { times in for _ in 0..<times { precondition(theirs.run(), "\(peer) failed") } }, roundLimit: 200)
    }
}

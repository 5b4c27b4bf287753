import Foundation
import Testing

@Suite("scripts/demo")
struct DemoTests {
    @Test("The whole story runs, and leaves neither a process nor a directory")
    func demo() async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "scripts/demo").path()
        let result = try await VaultCommand.shell("T=$(mktemp -d); TMPDIR=$T '\(script)' && rmdir $T")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("12. "))
    }
}

import Glibc
import Sealing

/// Gets the value of a secret that is to be stored: from standard input, or from the terminal where that is one.
enum ValueInput {
    /// Bytes that a plain secret may have.
    private static let limit = 1_048_576

    static func value(trimming: Bool) throws(CommandFailure) -> SecretBytes {
        do throws(SecretInput.Failure) {
            if FileOutput.isTerminal(STDIN_FILENO) { return try TerminalPrompt().secret("Value of the secret: ") }
            // One byte more, for the line feed that may be left out.
            guard var value = try SecretInput.everything(from: STDIN_FILENO, atMost: limit + 1) else {
                throw .tooLong
            }
            if trimming, value.endsInLineFeed { value = value.copy(0..<value.count - 1) }
            guard value.count <= limit else { throw .tooLong }
            return value
        } catch { throw failure(error) }
    }

    private static func failure(_ failure: SecretInput.Failure) -> CommandFailure {
        switch failure {
        case .empty: CommandFailure("no value was entered; nothing was stored. Enter one line.")
        case .tooLong:
            FileOutput.isTerminal(STDIN_FILENO)
                ? CommandFailure(
                    "the terminal may have cut a line over \(SecretInput.terminalLimit) bytes; nothing was stored. "
                        + "Give the value as a file: `vault secret set … <FILE`.")
                : CommandFailure("the value has over \(Wording.number(limit)) bytes (1 MiB); nothing was stored.")
        case .notOpen, .isTerminal, .noTerminal:
            CommandFailure("standard input can't be read; nothing was stored. Give the value there: `<FILE`.")
        }
    }
}

extension SecretBytes {
    var endsInLineFeed: Bool {
        withExposedBytes { $0.byteCount > 0 && $0.byte(at: $0.byteCount - 1) == UInt8(ascii: "\n") }
    }
}

import Sealing

/// A passphrase that is to open a vault from now on.
enum NewPassphrase {
    /// Characters that one has to have.
    private static let leastLength = 8
    /// Different bytes that one has to have.
    private static let leastVariety = 3

    /// Asks for it twice, or reads it from the descriptor that the option names; one that is easily guessed has to be
    /// insisted on.
    static func read(
        _ invocation: Invocation, _ option: OptionSpec, _ question: String, others: String? = nil
    ) throws(CommandFailure) -> SecretBytes {
        try KeyInput.newSecret(invocation, option, question, others: others, plural: "passphrases") {
            (passphrase) throws(CommandFailure) in
            guard !invocation.has(.weakPassphrase), let weakness = weakness(of: passphrase) else { return }
            throw CommandFailure(
                "the passphrase \(weakness), which is soon guessed; nothing was changed. Take several words that have "
                    + "nothing to do with each other, or insist with --\(OptionSpec.weakPassphrase.name).")
        }
    }

    private static func weakness(of passphrase: borrowing SecretBytes) -> String? {
        passphrase.withExposedBytes { bytes -> String? in
            var characters = 0
            var isSeen: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
            for index in 0..<bytes.byteCount {
                let byte = bytes.byte(at: index)
                // What continues a character of UTF-8 begins none.
                if byte & 0xC0 != 0x80 { characters += 1 }
                let bit = UInt64(1) << UInt64(byte & 63)
                switch byte >> 6 {
                case 0: isSeen.0 |= bit
                case 1: isSeen.1 |= bit
                case 2: isSeen.2 |= bit
                default: isSeen.3 |= bit
                }
            }
            guard characters >= leastLength else { return "has under \(leastLength) characters" }
            let variety = [isSeen.0, isSeen.1, isSeen.2, isSeen.3].reduce(0) { $0 + $1.nonzeroBitCount }
            return variety < leastVariety ? "repeats one or two characters" : nil
        }
    }
}

import FoundationEssentials
@_spi(Benchmarks) import SessionVault

/// Made-up secrets, and the texts that stand for each in a search that knows of no encodings.
struct Literals {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
    private static let (lower, upper) = (Array("0123456789abcdef".utf8), Array("0123456789ABCDEF".utf8))
    private static let unreserved = Set(letters + Array("-._~".utf8))

    /// The secrets, each of 48 bytes of which encodings change some; the same in every run.
    let secrets: [[UInt8]]

    init(_ count: Int) {
        var numbers = SampleNumbers()
        secrets = (0..<count).map { _ in
            var secret = (0..<48).map { _ in Self.letters[numbers.next(below: Self.letters.count)] }
            for (place, byte) in zip([11, 19, 29, 41], "+\"/\\".utf8) { secret[place] = byte }
            return secret
        }
    }

    /// Nine texts of each secret: raw, base64 at three alignments, hexadecimal in both cases, percent, JSON and `\u`.
    var forms: [[UInt8]] {
        secrets.flatMap { secret -> [[UInt8]] in
            [secret, base64(secret[...]), base64(secret.dropFirst()), base64(secret.dropFirst(2))]
                + [hexadecimal(secret, Self.lower), hexadecimal(secret, Self.upper), percent(secret)]
                + [json(secret), unicode(secret)]
        }
    }

    /// Stores the secrets, which no logger learns of.
    func store(in vault: Vault) throws {
        let names = secrets.indices.map { SecretName(service: "bench", account: "\($0)") }
        try vault.secrets.setEach(names, isPublishing: false) { secret($0) }
    }

    func secret(_ number: Int) -> SecretBytes { SecretBytes(utf8: String(decoding: secrets[number], as: UTF8.self)) }

    /// Of the whole quanta alone, since what stands beside the secret changes the others.
    private func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(Data(bytes.prefix(bytes.count / 3 * 3)).base64EncodedString().utf8)
    }

    private func hexadecimal(_ bytes: [UInt8], _ digits: [UInt8]) -> [UInt8] {
        bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }

    private func percent(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte in
            Self.unreserved.contains(byte) ? [byte] : Array("%".utf8) + hexadecimal([byte], Self.upper)
        }
    }

    private func json(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte in byte == 0x22 || byte == 0x5C ? [0x5C, byte] : [byte] }
    }

    private func unicode(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte in Array("\\u00".utf8) + hexadecimal([byte], Self.lower) }
    }
}

/// Numbers that are the same in every run: xorshift by 13, 7 and 17.
struct SampleNumbers {
    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func next(below limit: Int) -> Int { Int((next() >> 32) % UInt64(limit)) }
}

/// An access token, with what the server said about it.
public struct TokenSet: ~Copyable, Sendable {
    /// The access token; at most 64 KiB.
    public let access: SecretBytes
    /// The refresh token, where the server issued one; at most 64 KiB.
    public let refresh: SecretBytes?
    /// When the access token ends.
    public let expiry: Expiry
    /// The scopes that were granted; at most 64 of 256 bytes each.
    public let scopes: [String]

    private init(copying other: borrowing TokenSet) {
        expiry = other.expiry
        scopes = other.scopes
        access = other.access.copy()
        switch other.refresh {
        case .some(let token): refresh = token.copy()
        case .none: refresh = nil
        }
    }

    static let sizeLimit = 65_536
    static let scopeLimit = 64
    static let scopeSizeLimit = 256

    /// Takes over the tokens.
    ///
    /// - Throws: ``VaultError/Code/invalidArgument`` where the access token is empty or has bytes that no HTTP header may
    ///   have (anything but visible ASCII), ``VaultError/Code/tooLarge`` over a limit.
    public init(
        access: consuming SecretBytes, refresh: consuming SecretBytes? = nil, expiry: Expiry = .unknown,
        scopes: [String] = []
    ) throws(VaultError) {
        guard !access.isEmpty, access.isHeaderSafe else {
            throw VaultError(.invalidArgument, "an access token has to be visible ASCII")
        }
        let fits = access.count <= Self.sizeLimit && Self.size(of: refresh) <= Self.sizeLimit
        guard fits, scopes.count <= Self.scopeLimit,
            scopes.allSatisfy({ $0.utf8.count <= Self.scopeSizeLimit })
        else { throw VaultError(.tooLarge, "a token may have 64 KiB, and 64 scopes of 256 bytes") }
        self.expiry = expiry
        self.scopes = scopes
        self.access = access
        if Self.size(of: refresh) == 0 { self.refresh = nil } else { self.refresh = refresh }
    }
}

extension TokenSet {
    /// A second value with the same tokens.
    package func copy() -> TokenSet {
        TokenSet(copying: self)
    }

    /// Tells whether there is a refresh token.
    public var hasRefreshToken: Bool { Self.size(of: refresh) > 0 }

    fileprivate static func size(of token: borrowing SecretBytes?) -> Int {
        switch token {
        case .some(let token): token.count
        case .none: 0
        }
    }
}

extension SecretBytes {
    fileprivate var isHeaderSafe: Bool {
        withExposedBytes { bytes in
            for index in 0..<bytes.byteCount where !(0x21...0x7E).contains(bytes.byte(at: index)) { return false }
            return true
        }
    }
}

extension TokenSet: SealedBody {
    package static var kind: RecordKind { .token }

    package var encodedSize: Int {
        access.fieldSize + 1 + (hasRefreshToken ? 4 + Self.size(of: refresh) : 0) + 9 + 4
            + scopes.reduce(0) { $0 + 4 + $1.utf8.count }
    }

    package func write(to writer: inout SecretWriter) {
        access.withExposedBytes { writer.appendField($0) }
        writer.append(UInt8(hasRefreshToken ? 1 : 0))
        switch refresh {
        case .some(let token): token.withExposedBytes { writer.appendField($0) }
        case .none: break
        }
        switch expiry {
        case .unknown:
            writer.append(UInt8(0))
            writer.append(Int64(0))
        case .at(let time):
            writer.append(UInt8(1))
            writer.append(time.milliseconds)
        }
        writer.append(UInt32(scopes.count))
        for scope in scopes { writer.appendField(scope) }
    }

    package static func read(_ bytes: RawSpan) throws(ByteCursor.Malformed) -> TokenSet {
        var cursor = ByteCursor(bytes)
        let access = try cursor.secretField(of: bytes, atMost: sizeLimit)
        var refresh: SecretBytes?
        if try cursor.flag(of: bytes) {
            refresh = try cursor.secretField(of: bytes, atMost: sizeLimit)
        }
        let expiry = try Expiry(reading: &cursor, of: bytes)
        var scopes: [String] = []
        let count = Int(try cursor.number(UInt32.self, of: bytes))
        guard count <= scopeLimit else { throw ByteCursor.Malformed() }
        for _ in 0..<count { scopes.append(try cursor.text(of: bytes, atMost: scopeSizeLimit)) }
        try cursor.finish()
        do { return try TokenSet(access: access, refresh: refresh, expiry: expiry, scopes: scopes) } catch {
            throw ByteCursor.Malformed()
        }
    }

    package func checkLimits() throws(VaultError) {}

    package func withAuditedValues(_ body: (AuditedValue, borrowing SecretBytes) -> Void) {
        body(.accessToken, access)
        switch refresh {
        case .some(let token): body(.refreshToken, token)
        case .none: break
        }
    }
}

extension Expiry {
    init(reading cursor: inout ByteCursor, of bytes: RawSpan) throws(ByteCursor.Malformed) {
        let isKnown = try cursor.flag(of: bytes)
        let milliseconds = try cursor.number(Int64.self, of: bytes)
        self = isKnown ? .at(UnixTime(milliseconds: milliseconds)) : .unknown
    }
}

extension TokenSet {
    /// Tells whether one of the tokens is among these: a server may give the same again, and ending it would end both.
    package func shares(_ access: borrowing SecretBytes, _ refresh: borrowing SecretBytes?) -> Bool {
        if self.access.equals(access) { return true }
        switch self.refresh {
        case .some(let own):
            switch refresh {
            case .some(let other): return own.equals(other)
            case .none: return false
            }
        case .none: return false
        }
    }
}

import Sealing
import SessionVault

/// Reads a netrc file: machines, logins and passwords, as curl understands it.
///
/// A machine is the service and its login the account; the `default` entry is the service `default`.
struct NetrcStore {
    private enum Keyword: CaseIterable {
        case machine, `default`, login, user, password, passwd, account, port, macdef

        var text: StaticString {
            switch self {
            case .machine: "machine"
            case .default: "default"
            case .login: "login"
            case .user: "user"
            case .password: "password"
            case .passwd: "passwd"
            case .account: "account"
            case .port: "port"
            case .macdef: "macdef"
            }
        }
    }

    private struct Entry {
        let service: String
        let line: Int
        var login: String?
        var password: NetrcScanner.Word?
    }

    /// Bytes that a file may have.
    static let sizeLimit = 1_048_576

    private var store: ForeignStore
    private var scanner = NetrcScanner()
    private var entry: Entry?

    static func read(_ path: String) throws(ImportFault) -> ForeignStore {
        try SourceFile.read(path, atMost: sizeLimit) { (file, content) throws(ImportFault) in
            var reader = NetrcStore(store: ForeignStore("netrc", at: path))
            reader.store.add(file)
            try content.withExposedBytes { (bytes) throws(ImportFault) in try reader.readEntries(of: bytes) }
            return reader.store
        }
    }

    private mutating func readEntries(of bytes: RawSpan) throws(ImportFault) {
        while let word = try next(of: bytes, skippingComments: true) {
            guard let keyword = Keyword.allCases.first(where: { word.isKeyword($0.text, of: bytes) }) else {
                throw malformed(
                    word.line, "a word that begins nothing",
                    mend: "Put a value that holds spaces in quotes, and `#` before a comment.")
            }
            try take(keyword, at: word.line, of: bytes)
        }
        try close(of: bytes)
    }

    private mutating func take(_ keyword: Keyword, at line: Int, of bytes: RawSpan) throws(ImportFault) {
        switch keyword {
        case .machine:
            try close(of: bytes)
            let machine = try name(after: keyword, at: line, of: bytes)
            entry = Entry(service: machine, line: line)
        case .default:
            try close(of: bytes)
            entry = Entry(service: "default", line: line)
        case .macdef:
            _ = try value(after: keyword, at: line, of: bytes)
            scanner.skipMacro(of: bytes)
            store.add(.init(line: line, what: "a macro"))
        case .login, .user:
            try requireEntry(keyword, at: line, lacking: entry?.login == nil)
            let login = try name(after: keyword, at: line, of: bytes)
            entry?.login = login
        case .password, .passwd:
            try requireEntry(keyword, at: line, lacking: entry?.password == nil)
            let password = try value(after: keyword, at: line, of: bytes)
            entry?.password = password
        case .account, .port:
            try requireEntry(keyword, at: line, lacking: true)
            _ = try value(after: keyword, at: line, of: bytes)
            store.add(.init(line: line, what: "a value of `\(keyword.text)`"))
        }
    }

    private func requireEntry(_ keyword: Keyword, at line: Int, lacking: Bool) throws(ImportFault) {
        guard entry != nil else {
            throw malformed(line, "`\(keyword.text)` before any machine", mend: "Put its `machine` before it.")
        }
        guard lacking else {
            throw malformed(line, "a second `\(keyword.text)` of one machine", mend: "Take one of the two out.")
        }
    }

    private mutating func close(of bytes: RawSpan) throws(ImportFault) {
        guard let entry else { return }
        self.entry = nil
        guard let password = entry.password else {
            store.add(.init(line: entry.line, what: "an entry without a password"))
            return
        }
        let name = SecretName(service: entry.service, account: entry.login ?? "")
        try store.add(NamedSecret(name, password.secret(of: bytes)), line: entry.line)
    }

    private mutating func next(of bytes: RawSpan, skippingComments: Bool) throws(ImportFault) -> NetrcScanner.Word? {
        do throws(NetrcScanner.BadQuote) {
            return try scanner.next(of: bytes, skippingComments: skippingComments)
        } catch {
            throw malformed(
                error.line, "a quote that its line does not close",
                mend: "Close it, or write \\\" for one that is part of the value.")
        }
    }

    private mutating func value(
        after keyword: Keyword, at line: Int, of bytes: RawSpan
    ) throws(ImportFault) -> NetrcScanner.Word {
        guard let word = try next(of: bytes, skippingComments: false) else {
            throw malformed(line, "`\(keyword.text)` without a value", mend: "Complete it, or take it out.")
        }
        return word
    }

    private mutating func name(after keyword: Keyword, at line: Int, of bytes: RawSpan) throws(ImportFault) -> String {
        guard let name = try value(after: keyword, at: line, of: bytes).name(of: bytes), !name.isEmpty else {
            throw malformed(line, "a value of `\(keyword.text)` that is empty or no UTF-8", mend: "Write it anew.")
        }
        guard name.utf8.count <= 1_024 else {
            throw malformed(line, "a value of `\(keyword.text)` over 1,024 bytes", mend: "Shorten it.")
        }
        return name
    }

    private func malformed(_ line: Int, _ what: String, mend: String) -> ImportFault {
        ImportFault(.malformed, store.path, line: line, what, mend: mend)
    }
}

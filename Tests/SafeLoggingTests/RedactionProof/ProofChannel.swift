import Sealing

@testable import SafeLogging

/// A way in which a program may let a value get into a log.
struct ProofChannel: Sendable {
    /// An error that quotes what it was given, as those of others do.
    struct Quoting: Error {
        let input: String
    }

    let name: String
    let write: @Sendable (SafeLogger, LogLevel, ProofCanary) -> Void

    static let all: [ProofChannel] = [
        ProofChannel(name: "message, unmarked") { $0.log($1, "a \($2.value)") },
        ProofChannel(name: "message, `.private`") { $0.log($1, "a \($2.value, privacy: .private)") },
        ProofChannel(name: "message, `.sensitive`") { $0.log($1, "a \($2.value, privacy: .sensitive)") },
        ProofChannel(name: "message, `.private(mask: .hash)`") {
            $0.log($1, "a \($2.value, privacy: .private(mask: .hash))")
        },
        ProofChannel(name: "message, `Sensitive`") { $0.log($1, "a \(Sensitive($2.value))") },
        ProofChannel(name: "message, a text of it marked `.public`") { $0.log($1, "a \($2.value, privacy: .public)") },
        ProofChannel(name: "message, its encodings marked `.public`") { log, level, canary in
            for encoding in canary.encodings.dropFirst() { log.log(level, "a \(encoding, privacy: .public)") }
        },
        ProofChannel(name: "message, under its name in a text marked `.public`") {
            $0.log($1, "a \("{\"password\":\"\($2.value)\"}", privacy: .public)")
        },
        ProofChannel(name: "error that quotes it, unmarked") { $0.log($1, "a \(Quoting(input: $2.value))") },
        ProofChannel(name: "error that quotes it, as text marked `.public`") {
            $0.log($1, "a \(String(describing: Quoting(input: $2.value)), privacy: .public)")
        },
        ProofChannel(name: "error with a `Sensitive`, as text marked `.public`") {
            $0.log($1, "a \(String(reflecting: ["e": Sensitive($2.value)]), privacy: .public)")
        },
        ProofChannel(name: "field, unmarked") { $0.log($1, "a", fields: [LogField("note", $2.value)]) },
        ProofChannel(name: "field, `.public`") {
            $0.log($1, "a", fields: [LogField("note", $2.value, privacy: .public)])
        },
        ProofChannel(name: "field, `.public`, under a secret's name") {
            $0.log($1, "a", fields: [LogField("Access-Token", $2.value, privacy: .public)])
        },
        ProofChannel(name: "field, `.public`, nested under a secret's name") {
            let value: LogValue = ["list": [["PASS_WORD": [$2.value.logValue, ["x": $2.value.logValue]]]]]
            $0.log($1, "a", fields: [LogField("data", value, privacy: .public)])
        },
        ProofChannel(name: "header fields") {
            let value = LogValue.headers([("AUTHORIZATION", $2.value), ("cookie", $2.value), ("X-Any", $2.value)])
            $0.log($1, "a", fields: [LogField("headers", value, privacy: .public)])
        },
        ProofChannel(name: "URL: user, query, fragment") {
            let text = "https://u:\($2.value)@example.test/p?a=\($2.value)#\($2.value)"
            $0.log($1, "a", fields: [LogField("url", LogValue.url(text), privacy: .public)])
        },
        ProofChannel(name: "form") {
            $0.log($1, "a", fields: [LogField("form", LogValue.form("a=\($2.value)"), privacy: .public)])
        },
    ]
}

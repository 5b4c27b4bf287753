import Glibc
import Sealing

@testable import SafeLogging

/// A logger with a registry of its own, whose lines a test can read.
struct LogFixture {
    let sink = MemorySink()
    let registry = SecretRegistry()
    let log: SafeLogger

    init(minimumLevel: LogLevel = .debug, correlationKey: CorrelationKey? = nil, lineLimit: Int = 8_192) {
        log = SafeLogger(
            category: "test", minimumLevel: minimumLevel,
            pipeline: LogPipeline(
                sinks: [sink], correlationKey: correlationKey, lineLimit: lineLimit, registry: registry))
    }

    var bodies: [String] { sink.records.map(\.body) }
    var body: String { bodies.last ?? "" }
}

/// Made-up secrets.
enum Sample {
    static let opaque = "q7Zt-1xVbR_93mKpLw0eYhGd84NcUaSf"
    static let binary: [UInt8] = [0, 255, 16, 34, 92, 47, 43, 200, 201, 62, 63, 251, 239, 190, 10, 13, 9, 77, 128, 7]
    static let token =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJodHRwczovL2V4YW1wbGUudGVzdCIsInN1YiI6IjQyIn0."
        + "pZ3q_0mWc5TgR1xKv7yLbN8sHdJ2aF4uEoXiQwYtMzk"
    static let otherToken =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJodHRwczovL2V4YW1wbGUudGVzdCIsInN1YiI6IjQzIn0."
        + "Aa1-bB2_cC3dD4eE5fF6gG7hH8iI9jJ0kK1lL2mM3nN"
    static let password = "correct \"horse\"/battery+staple & more"

    static func secret(_ text: String) -> SecretBytes { SecretBytes(utf8: text) }

    static func secret(_ bytes: [UInt8]) -> SecretBytes { unsafe SecretBytes(copying: bytes.span.bytes) }
}

extension [UInt8] {
    func scan<R>(_ body: (RawSpan) throws -> R) rethrows -> R { unsafe try body(span.bytes) }

    func contains(_ other: [UInt8]) -> Bool {
        guard !other.isEmpty, other.count <= count else { return other.isEmpty }
        return (0...(count - other.count)).contains { self[$0..<($0 + other.count)].elementsEqual(other) }
    }
}

extension SecretForm {
    /// The form in ordinary memory, for made-up secrets only.
    func bytes(of secret: [UInt8]) -> [UInt8]? {
        secret.scan { span in
            guard let encoded = encoded(span) else { return nil }
            return encoded.withExposedBytes { [UInt8](copying: $0) }
        }
    }
}

/// A directory that goes away with its last reference.
final class ScratchDirectory {
    let path: String

    init() {
        var template = Array("/tmp/safe-logging-XXXXXX".utf8CString)
        unsafe template.withUnsafeMutableBufferPointer { buffer in
            if let base = buffer.baseAddress { _ = unsafe mkdtemp(base) }
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in names { _ = unsafe unlink(path + "/" + name) }
        _ = unsafe rmdir(path)
    }

    var names: [String] {
        var names: [String] = []
        guard let directory = unsafe opendir(path) else { return names }
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        unsafe closedir(directory)
        return names.sorted()
    }

    func bytes(of name: String) -> [UInt8] {
        guard let file = unsafe fopen(path + "/" + name, "r") else { return [] }
        defer { unsafe fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        return Array(bytes[..<count])
    }

    func lines(of name: String) -> [String] {
        String(decoding: bytes(of: name), as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

import HTTPTransport
import Sealing
import TestSupport

/// The path of an operation below a server's root.
func url(_ server: OrderingServer, _ path: String...) throws -> ServerURL {
    var url = try ServerURL(server.root)
    for component in path { url = try url.appending(component) }
    return url
}

/// A sign-in of the made-up driver.
func signIn(_ server: OrderingServer) throws -> HTTPRequest {
    var body = JSONBodyWriter()
    body.add("email", "driver@example.test")
    try body.add("password", secret: SecretBytes(utf8: "password-of-41"))
    var request = HTTPRequest(.post, try url(server, "auth"))
    try request.setBody(body.finish(), type: .json)
    return request
}

/// Sends and returns the failure; nil where there was an answer.
func failure(of request: consuming HTTPRequest, _ transport: HTTPTransport) async -> TransportError? {
    do {
        _ = try await transport.send(request)
        return nil
    } catch {
        return error
    }
}

func text(_ bytes: borrowing SecretBytes) -> String {
    bytes.withExposedBytes { String(decoding: [UInt8](copying: $0), as: UTF8.self) }
}

func limits(_ change: (inout HTTPLimits) -> Void) -> HTTPLimits {
    var limits = HTTPLimits()
    change(&limits)
    return limits
}

struct Missing: Error {}

/// The value at a path, which must be there.
func node(_ view: borrowing JSONView, _ path: String...) throws -> JSONView.Node {
    try path.reduce(view.root) { node, key throws in
        guard let next = view.value(key, in: node) else { throw Missing() }
        return next
    }
}

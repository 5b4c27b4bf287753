/// What is asked of the server.
package enum HTTPMethod: String, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"

    /// GET alone may be sent again by libcurl itself when a kept connection turns out to be dead.
    var isRepeatable: Bool { self == .get }
}

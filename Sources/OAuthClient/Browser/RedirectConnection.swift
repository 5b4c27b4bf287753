import Sealing
import SessionAuth

/// A browser's connection, of which one request is read.
final class Connection {
    enum Step {
        /// There is more to come.
        case waiting
        /// It has ended, or was turned away.
        case over
        /// It brought a request for the path that is waited for.
        case answer(Question)
    }

    /// A request that is to be judged.
    final class Question {
        private let query: RedirectQuery

        init(_ query: consuming RedirectQuery) { self.query = query }

        func judge<Outcome>(_ body: (borrowing RedirectQuery) -> Outcome) -> Outcome { body(query) }
    }

    let descriptor: CInt
    private var socket: LoopbackSocket?
    private var buffer: SecretBytes
    private var count = 0

    init(_ socket: consuming LoopbackSocket, longest: Int) {
        descriptor = socket.descriptor
        self.socket = consume socket
        buffer = SecretBytes(zeroed: longest)
    }

    /// Reads what there is.
    func proceed(path: String) -> Step {
        while true {
            guard count < buffer.count else { return turnAway(431, "Request Header Fields Too Large") }
            guard let more = read() else { return .waiting }
            guard more > 0 else { return .over }
            count += more
            guard hasWholeHead else { continue }
            do throws(RedirectQuery.Stray) {
                return .answer(Question(try RedirectQuery(head: buffer.copy(0..<count), path: path)))
            } catch {
                switch error {
                case .method: return turnAway(405, "Method Not Allowed")
                case .path: return turnAway(404, "Not Found")
                case .form: return turnAway(400, "Bad Request")
                }
            }
        }
    }

    func finish(with outcome: RedirectListener.Outcome) {
        switch outcome {
        case .success: answer(200, "OK", "The browser has done its part. Go back to where you began to sign in.")
        case .failure: answer(400, "Bad Request", "This sign-in did not work. Go back to where you began it.")
        }
    }

    private func turnAway(_ status: Int, _ reason: String) -> Step {
        answer(status, reason, reason)
        return .over
    }

    private func read() -> Int? {
        guard let socket = socket.take() else { return 0 }
        let more = socket.read(into: &buffer, from: count)
        self.socket = consume socket
        return more
    }

    private func answer(_ status: Int, _ reason: String, _ text: String) {
        guard let socket = socket.take() else { return }
        let page = "<!doctype html><meta charset=utf-8><title>Sign-in</title><p>\(text)</p>\n"
        socket.finish(
            with: """
                HTTP/1.1 \(status) \(reason)\r
                Content-Type: text/html; charset=utf-8\r
                Content-Length: \(page.utf8.count)\r
                Content-Security-Policy: default-src 'none'\r
                Referrer-Policy: no-referrer\r
                Cache-Control: no-store\r
                Connection: close\r
                \r
                \(page)
                """)
    }

    private var hasWholeHead: Bool {
        buffer.withExposedBytes { bytes in
            let end = Array("\r\n\r\n".utf8)
            guard count >= end.count else { return false }
            return (0...count - end.count).contains { start in
                end.indices.allSatisfy { bytes.byte(at: start + $0) == end[$0] }
            }
        }
    }
}

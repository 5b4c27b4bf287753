import Sealing
import Synchronization

/// Sends requests with libcurl: bounded in time and size, without redirects, cookies, netrc or HTTP/2, over TLS except to
/// this machine, with all of the answer in memory that is wiped.
///
/// It holds kept connections and no credentials. Each request has a thread of its own while it lasts (about
/// 50 µs). libcurl is loaded by the first request (about 10 ms).
package final class HTTPTransport: Sendable {
    private let limits: HTTPLimits
    private let trust: TrustStore
    private let lanes = CurlLanes()

    package init(limits: HTTPLimits = HTTPLimits(), trust: TrustStore = .system) {
        self.limits = limits
        self.trust = trust
    }

    /// Sends the request and waits for the whole answer; any status is an answer.
    ///
    /// Cancelling the task ends the transfer at once.
    package func send(_ request: consuming HTTPRequest) async throws(TransportError) -> HTTPAnswer {
        let job = TransferJob(request, CurlTransfer(limits: limits, trust: trust))
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isStarted = DedicatedThread.run { [lanes] in
                    job.run(on: lanes)
                    continuation.resume()
                }
                if !isStarted { continuation.resume() }
            }
        } onCancel: {
            job.cancel()
        }
        return try job.takeAnswer()
    }
}

import CCurl
import Sealing

/// A libcurl multi handle: the connections that are kept between requests, and nothing of the requests themselves.
///
/// One thread drives it at a time; ``wake()`` alone may be called from any.
@safe
final class CurlLane: @unchecked Sendable {
    private let curl: UnsafePointer<sv_curl>
    private let multi: UnsafeMutableRawPointer

    private static let keptConnections = 4
    /// libcurl wakes by itself for its timers; this only bounds the wait should it know none.
    private static let longestWait: CInt = 60_000

    init() throws(TransportError) {
        unsafe curl = try CurlLibrary.functions()
        guard let multi = unsafe curl.pointee.multi_init() else { throw TransportError(.libraryUnusable) }
        unsafe self.multi = multi
        _ = unsafe sv_curl_multi_set_long(curl, multi, CURLMOPT_MAXCONNECTS, Self.keptConnections)
    }

    deinit {
        _ = unsafe curl.pointee.multi_cleanup(multi)
    }

    /// Ends the wait inside ``perform(_:isCancelled:)`` at once.
    func wake() {
        _ = unsafe curl.pointee.multi_wakeup(multi)
    }

    /// Runs a prepared transfer to its end on this thread.
    func perform(_ easy: borrowing CurlHandle, isCancelled: () -> Bool) -> CurlOutcome {
        guard unsafe curl.pointee.multi_add_handle(multi, easy.pointer) == CURLM_OK else { return .cancelled }
        defer { _ = unsafe curl.pointee.multi_remove_handle(multi, easy.pointer) }
        var running: CInt = 1
        while true {
            if isCancelled() { return .cancelled }
            guard unsafe sv_curl_perform(curl, multi, &running) == CURLM_OK else {
                return .ended(CInt(bitPattern: CURLE_FAILED_INIT.rawValue))
            }
            if running == 0 { break }
            guard unsafe sv_curl_wait(curl, multi, Self.longestWait) == CURLM_OK else {
                return .ended(CInt(bitPattern: CURLE_FAILED_INIT.rawValue))
            }
        }
        return .ended(unsafe sv_curl_result(curl, multi))
    }
}

/// How a transfer ended.
enum CurlOutcome {
    case cancelled
    /// With libcurl's result code.
    case ended(CInt)
}

/// The lanes that wait for the next request.
final class CurlLanes: Sendable {
    private static let kept = 4
    private let idle = Lock<[CurlLane]>([])

    /// An idle lane, or a new one.
    func take() throws(TransportError) -> CurlLane {
        if let lane = idle.withLock({ $0.popLast() }) { return lane }
        return try CurlLane()
    }

    func giveBack(_ lane: CurlLane) {
        let surplus = idle.withLock { idle -> CurlLane? in
            guard idle.count < Self.kept else { return lane }
            idle.append(lane)
            return nil
        }
        _ = surplus
    }
}

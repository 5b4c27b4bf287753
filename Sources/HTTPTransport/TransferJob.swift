import CCurl
import Sealing
import Synchronization

/// One request between the task that waits for it and the thread that sends it.
final class TransferJob: Sendable {
    private struct State: ~Copyable {
        var request: HTTPRequest?
        var answer: HTTPAnswer?
        /// What stands here when no thread could be started.
        var error = TransportError(.failed(code: CInt(bitPattern: CURLE_OUT_OF_MEMORY.rawValue)))
        var lane: CurlLane?
    }

    private let transfer: CurlTransfer
    private let state: Lock<State>
    private let isCancelled = Atomic<Bool>(false)

    init(_ request: consuming HTTPRequest, _ transfer: CurlTransfer) {
        self.transfer = transfer
        state = Lock(State(request: request))
    }

    /// Blocks this thread until the answer or a failure is there.
    func run(on lanes: CurlLanes) {
        guard let request = state.withLock({ state in state.request.take() }) else { return }
        guard !isCancelled.load(ordering: .acquiring) else {
            return state.withLock { $0.error = TransportError(.cancelled) }
        }
        do throws(TransportError) {
            let lane = try lanes.take()
            state.withLock { $0.lane = lane }
            defer {
                state.withLock { $0.lane = nil }
                lanes.giveBack(lane)
            }
            var answer: HTTPAnswer? = try transfer.run(request, on: lane) { isCancelled.load(ordering: .acquiring) }
            state.withLock { state in swap(&state.answer, &answer) }
        } catch {
            state.withLock { $0.error = error }
        }
    }

    /// Ends the transfer from any thread.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        state.withLock { $0.lane }?.wake()
    }

    func takeAnswer() throws(TransportError) -> HTTPAnswer {
        if let answer = state.withLock({ state in state.answer.take() }) { return answer }
        throw state.withLock { $0.error }
    }
}

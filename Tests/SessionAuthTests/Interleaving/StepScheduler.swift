import Sealing
import SessionAuth

/// Runs the coordinator's and its tasks' jobs one at a time on the calling thread, each when a test says so.
///
/// Between two steps nothing moves, so that one list of choices always leads to the same order of steps.
final class StepScheduler: Sendable {
    /// Which steps are choices; the others run as soon as they can, in the order in which they came.
    enum Grain: Sendable {
        /// What comes from outside: calls' answers and people's actions.
        case answers
        /// Every job as well, so at every point where a task waits.
        case jobs
    }

    private let steps = Steps()
    private let actor: ActorLane
    /// Where a test begins its tasks.
    let tasks: TaskLane

    init() {
        actor = ActorLane(steps)
        tasks = TaskLane(steps)
    }

    var executors: CoordinatorExecutors { CoordinatorExecutors(coordinator: actor, tasks: tasks) }

    /// The steps so far that came from outside.
    var trace: [String] { steps.state.withLock(\.trace) }

    /// Adds to the trace.
    func note(_ text: String) { steps.state.withLock { $0.trace.append(text) } }

    /// How many steps there were so far.
    var time: Int { steps.state.withLock(\.time) }

    /// Something that a person does at a time of the scheduler's choice.
    func act(_ name: String, _ action: @escaping @Sendable () -> Void) {
        steps.state.withLock { $0.held.append(.action(name, action)) }
    }

    /// A call that waits for its answer, which comes at a time of the scheduler's choice; heeds no cancellation.
    func answer(_ name: String) async {
        await withCheckedContinuation { continuation in
            steps.state.withLock { $0.held.append(.call(name, continuation)) }
        }
    }

    /// Runs until nobody can go on.
    ///
    /// - Parameters:
    ///   - choose: which of that many to take.
    ///   - check: is called after each step.
    func run(by grain: Grain, choosing choose: (Int) -> Int, checking check: () -> Void) {
        while let step = steps.next(grain, choose) {
            switch step {
            case .actorJob(let job): unsafe job.runSynchronously(on: actor.asUnownedSerialExecutor())
            case .taskJob(let job): unsafe job.runSynchronously(on: tasks.asUnownedTaskExecutor())
            case .call(_, let continuation): continuation.resume()
            case .action(_, let action): action()
            }
            check()
        }
    }
}

/// Who may go on next.
private enum Step: Sendable {
    case actorJob(UnownedJob)
    case taskJob(UnownedJob)
    case call(String, CheckedContinuation<Void, Never>)
    case action(String, @Sendable () -> Void)
}

private final class Steps: Sendable {
    struct State {
        var jobs: [Step] = []
        var held: [Step] = []
        var trace: [String] = []
        var time = 0
    }

    let state = Lock(State())

    func next(_ grain: StepScheduler.Grain, _ choose: (Int) -> Int) -> Step? {
        state.withLock { state in
            state.time += 1
            let jobs = state.jobs.count
            if jobs > 0, grain == .answers { return state.jobs.removeFirst() }
            let count = jobs + state.held.count
            guard count > 0 else { return nil }
            let index = count == 1 ? 0 : choose(count)
            let step = index < jobs ? state.jobs.remove(at: index) : state.held.remove(at: index - jobs)
            switch step {
            case .call(let name, _), .action(let name, _): state.trace.append(name)
            case .actorJob, .taskJob: break
            }
            return step
        }
    }

    func enqueue(_ job: Step) { state.withLock { $0.jobs.append(job) } }
}

private final class ActorLane: SerialExecutor {
    private let steps: Steps

    init(_ steps: Steps) {
        self.steps = steps
    }

    func enqueue(_ job: consuming ExecutorJob) { steps.enqueue(.actorJob(UnownedJob(job))) }
}

final class TaskLane: TaskExecutor {
    private let steps: Steps

    fileprivate init(_ steps: Steps) {
        self.steps = steps
    }

    func enqueue(_ job: consuming ExecutorJob) { steps.enqueue(.taskJob(UnownedJob(job))) }
}

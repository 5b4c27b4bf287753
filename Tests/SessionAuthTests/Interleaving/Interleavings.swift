import Foundation

/// Tries one order of steps after the other: first the usual one, in which whoever came first goes first, then all that
/// depart from it in one place, in two, and so on; where there are too many of them, as many as may be, evenly spread.
struct Interleavings {
    /// One order that was tried.
    struct Run {
        /// What was chosen at each place, and out of how many.
        var taken: [Int] = []
        var options: [Int] = []
        /// What went wrong, and the steps that led there.
        var fault: String?

        /// Repeats the order, as ``Interleavings/orderToRepeat``.
        var order: String { taken.map(String.init).joined(separator: ",") }
    }

    /// In how many places an order may depart from the usual one.
    let departures: Int
    /// How many orders are tried at most.
    let limit: Int

    /// Tries them, until one goes wrong.
    ///
    /// `attempt` takes the choices of `prefix`, and the first option from there on.
    func explore(_ attempt: (_ prefix: [Int]) throws -> Run) rethrows -> (count: Int, failure: Run?) {
        if let order = Self.orderToRepeat {
            let run = try attempt(order)
            return (1, run.fault == nil ? nil : run)
        }
        var level: [[Int]] = [[]]
        var count = 0
        for departure in 0...departures where !level.isEmpty {
            var next: [[Int]] = []
            let budget = departure == departures ? limit - count : (limit - count + 1) / 2
            for prefix in Self.sample(level, budget) {
                count += 1
                let run = try attempt(prefix)
                guard run.fault == nil else { return (count, run) }
                for place in prefix.count..<max(prefix.count, run.options.count) {
                    for choice in 1..<run.options[place] { next.append(Array(run.taken[..<place]) + [choice]) }
                }
            }
            level = next
        }
        return (count, nil)
    }

    /// So many of them, evenly spread.
    private static func sample(_ orders: [[Int]], _ count: Int) -> [[Int]] {
        guard orders.count > count else { return orders }
        return (0..<max(0, count)).map { orders[$0 * orders.count / count] }
    }

    /// The order that a failure printed.
    static var orderToRepeat: [Int]? {
        ProcessInfo.processInfo.environment["SESSIONVAULT_ORDER"]?.split(separator: ",").compactMap { Int($0) }
    }
}

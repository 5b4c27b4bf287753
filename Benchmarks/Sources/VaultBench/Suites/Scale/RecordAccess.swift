import SessionVault

/// Reads and writes of a vault's secrets, spread over all of them.
extension BenchVault {
    func reading(of count: Int, _ place: @escaping (Int) -> Int = { $0 }) -> (Int) -> Void {
        let numbers = Numbers(count)
        return { times in
            for _ in 0..<times { _ = must { try vault.secrets.value(for: Self.name(place(numbers.next()))) } }
        }
    }

    func writing(of count: Int, _ place: @escaping (Int) -> Int = { $0 }) -> (Int) -> Void {
        let numbers = Numbers(count)
        return { times in
            for _ in 0..<times {
                must { try vault.secrets.set(SecretBytes.random(count: 48), for: Self.name(place(numbers.next()))) }
            }
        }
    }

    func verifying() -> (Int) -> Void {
        { times in for _ in 0..<times { precondition(must { try vault.verify() }.isIntact) } }
    }

    func opening() -> (Int) -> Void {
        { times in for _ in 0..<times { _ = must { try open(.onRequest) } } }
    }
}

/// The numbers from 1, spread over all records and the same in every run.
final class Numbers {
    private let count: Int
    private var last = 0

    init(_ count: Int) { self.count = count }

    func next() -> Int {
        last = (last + 7_919) % count
        return last + 1
    }
}

/// A hash table from window hashes to numbers, several for one hash too, in open addressing.
struct LiveTable: Sendable {
    /// Hash in the upper half, the number plus one in the lower; 0 where there is none.
    private var slots = [UInt64](repeating: 0, count: 64)
    private(set) var count = 0

    private func home(_ hash: UInt32) -> Int {
        // The filter picks its word by the same hash: mixed anew, slots don't follow it.
        Int(hash &* 0x9E37_79B1 &>> 8) & (slots.count - 1)
    }

    private static func hash(_ slot: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: slot >> 32) }

    mutating func insert(_ number: UInt32, for hash: UInt32) {
        if 2 * (count + 1) > slots.count { grow() }
        place(UInt64(hash) << 32 | UInt64(number + 1))
        count += 1
    }

    /// Takes out a number that was inserted for this hash.
    mutating func remove(_ number: UInt32, for hash: UInt32) {
        let slot = UInt64(hash) << 32 | UInt64(number + 1)
        var index = home(hash)
        while slots[index] != slot {
            if slots[index] == 0 { return }
            index = (index + 1) & (slots.count - 1)
        }
        count -= 1
        close(index)
    }

    /// Moves what follows a slot that becomes free back, as far as it would be looked for there.
    private mutating func close(_ free: Int) {
        let mask = slots.count - 1
        var free = free
        var next = (free + 1) & mask
        while slots[next] != 0 {
            let distance = (next - home(Self.hash(slots[next]))) & mask
            if distance >= (next - free) & mask {
                slots[free] = slots[next]
                free = next
            }
            next = (next + 1) & mask
        }
        slots[free] = 0
    }

    private mutating func place(_ slot: UInt64) {
        var index = home(Self.hash(slot))
        while slots[index] != 0 { index = (index + 1) & (slots.count - 1) }
        slots[index] = slot
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: 2 * old.count)
        for slot in old where slot != 0 { place(slot) }
    }

    /// Hands over each number that was inserted for this hash.
    func forEach(_ hash: UInt32, _ body: (UInt32) -> Void) {
        var index = home(hash)
        while slots[index] != 0 {
            if Self.hash(slots[index]) == hash { body(UInt32(truncatingIfNeeded: slots[index]) - 1) }
            index = (index + 1) & (slots.count - 1)
        }
    }

    /// Hands over each hash that there are numbers for.
    func forEachHash(_ body: (UInt32) -> Void) {
        for slot in slots where slot != 0 { body(Self.hash(slot)) }
    }
}

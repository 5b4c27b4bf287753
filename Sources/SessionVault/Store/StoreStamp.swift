/// What a store's content is known by without a query: two equal stamps of one store mean that nothing was written between
/// them, by any process.
package struct StoreStamp: Equatable, Sendable {
    let words: [6 of UInt64]

    package static func == (left: StoreStamp, right: StoreStamp) -> Bool {
        var difference: UInt64 = 0
        for index in left.words.indices { difference |= left.words[index] ^ right.words[index] }
        return difference == 0
    }
}

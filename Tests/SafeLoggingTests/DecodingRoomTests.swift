import Testing

@testable import SafeLogging

@Suite("Room for decoded text") struct DecodingRoomTests {
    @Test("Nothing of a text stays in the room that is kept for the next one") func leavesNothing() {
        var room = DecodingRoom()
        var text = room.take()
        text.beginPiece(.same, from: 0)
        text.append(contentsOf: Sample.opaque.utf8)
        let count = text.bytes.count
        room.giveBack(text)
        let next = room.take()
        #expect(next.isEmpty && next.bytes.capacity >= count)
        let left = unsafe next.bytes.withUnsafeBufferPointer { bytes -> [UInt8] in
            guard let start = bytes.baseAddress else { return [] }
            return unsafe Array(UnsafeBufferPointer(start: start, count: count))
        }
        #expect(left == Array(repeating: 0, count: count))
    }
}

/// Delivers a log's text in pieces, unpacked where it is gzip.
struct LogReader: ~Copyable {
    private let source: LogSource
    private let packed: AlignedBuffer
    private var packedRange = 0..<0
    private var inflater: Inflater?
    private var isStart = true
    private var isSourceAtEnd = false
    /// Packed in another way than gzip: its bytes are searched as they are, and its end is no clean one.
    private var isForeign = false

    init(opening file: String, refusing own: OwnFiles) throws(ReadFault) {
        source = try LogSource(opening: file, refusing: own)
        packed = AlignedBuffer(size: 262_144)
    }

    /// Fills `target`, and returns how many bytes of text came; zero at the end.
    mutating func read(into target: UnsafeMutableRawBufferPointer) throws(ReadFault) -> Int {
        if isStart { try readStart() }
        if inflater == nil {
            guard packedRange.isEmpty else { return unsafe takePlain(into: target) }
            let count = unsafe try source.read(into: target)
            guard count > 0 || !isForeign else { throw ReadFault(.otherCompression) }
            return count
        }
        return unsafe try readPacked(into: target)
    }

    /// Reads the first bytes, which tell what is packed from text.
    private mutating func readStart() throws(ReadFault) {
        isStart = false
        while packedRange.count < PackedStart.size, !isSourceAtEnd { try refill() }
        let start = unsafe Array(packed.span(packedRange).prefix(PackedStart.size))
        if PackedStart.isGzip(start) { inflater = try Inflater() }
        isForeign = PackedStart.isForeign(start)
    }

    private mutating func refill() throws(ReadFault) {
        if packedRange.isEmpty { packedRange = 0..<0 }
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: packed.bytes[packedRange.upperBound...])
        let count = unsafe try source.read(into: room)
        isSourceAtEnd = count == 0
        packedRange = packedRange.lowerBound..<(packedRange.upperBound + count)
    }

    private mutating func takePlain(into target: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(target.count, packedRange.count)
        let start = packedRange.lowerBound
        unsafe target.copyMemory(from: packed.span(start..<(start + count)))
        packedRange = (start + count)..<packedRange.upperBound
        return count
    }

    private mutating func readPacked(into target: UnsafeMutableRawBufferPointer) throws(ReadFault) -> Int {
        guard let inflater else { return 0 }
        while true {
            if packedRange.isEmpty, !isSourceAtEnd { try refill() }
            if packedRange.isEmpty {
                guard inflater.isComplete else { throw ReadFault(.brokenCompression) }
                return 0
            }
            let (used, made) = unsafe try inflater.unpack(packed.span(packedRange), into: target)
            packedRange = (packedRange.lowerBound + used)..<packedRange.upperBound
            if made > 0 { return made }
            guard used > 0 else { throw ReadFault(.brokenCompression) }
        }
    }
}

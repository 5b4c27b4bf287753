/// Delivers a log's text in pieces, unpacked where it is gzip.
struct LogReader: ~Copyable {
    private let source: LogSource
    private let packed: AlignedBuffer
    private var packedRange = 0..<0
    private var inflater: Inflater?
    private var isStart = true
    private var isSourceAtEnd = false

    /// What gzip (RFC 1952) begins with.
    static let gzipStart: [UInt8] = [0x1F, 0x8B]

    init(opening file: String, refusing own: OwnFiles) throws(ReadFault) {
        source = try LogSource(opening: file, refusing: own)
        packed = AlignedBuffer(size: 262_144)
    }

    /// Fills `target`, and returns how many bytes of text came; zero at the end.
    mutating func read(into target: UnsafeMutableRawBufferPointer) throws(ReadFault) -> Int {
        if isStart { try readStart() }
        if inflater == nil {
            guard packedRange.isEmpty else { return unsafe takePlain(into: target) }
            return unsafe try source.read(into: target)
        }
        return unsafe try readPacked(into: target)
    }

    /// Reads the first bytes, which tell gzip from text.
    private mutating func readStart() throws(ReadFault) {
        isStart = false
        while packedRange.count < 2, !isSourceAtEnd { try refill() }
        let start = unsafe packed.span(packedRange)
        guard unsafe start.prefix(2).elementsEqual(Self.gzipStart) else { return }
        inflater = try Inflater()
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

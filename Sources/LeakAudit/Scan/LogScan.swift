/// Reads a log and searches it stretch by stretch, in memory of constant size.
struct LogScan: ~Copyable {
    private let search: WindowSearch
    private let buffer: AlignedBuffer
    /// Text before the buffer, in bytes.
    private var offset: Int
    private var filled = 0

    /// Prepares to search a text, or its rest from `offset` on.
    init(_ search: WindowSearch, from offset: Int = 0) {
        self.search = search
        self.offset = offset
        buffer = AlignedBuffer(size: search.size)
    }

    /// Takes text from `read` until there is none, and hands over what each stretch shows; what could be read of a text that
    /// breaks off is searched too.
    mutating func run(
        reading read: (UnsafeMutableRawBufferPointer) throws(ReadFault) -> Int, progress: (Int) -> Void,
        report: (WindowSearch.Finds) -> Void
    ) throws(ReadFault) {
        while true {
            let count: Int
            do throws(ReadFault) {
                count = unsafe try read(UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[filled...]))
            } catch {
                report(finds(isLast: true))
                throw error
            }
            filled += count
            progress(count)
            let isLast = count == 0
            guard isLast || filled == buffer.count else { continue }
            report(finds(isLast: isLast))
            if isLast { return }
            shift()
        }
    }

    private func finds(isLast: Bool) -> WindowSearch.Finds {
        unsafe search.finds(in: buffer.span(0..<filled), at: offset, isLast: isLast)
    }

    /// Makes room for more text, behind what the next search has to see again.
    private mutating func shift() {
        let done = filled - min(search.overlap, filled)
        let rest = unsafe buffer.span(done..<filled)
        unsafe buffer.bytes.copyMemory(from: rest)
        offset += done
        filled -= done
    }
}

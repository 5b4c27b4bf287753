import Sealing

extension WindowTable {
    /// The next position from `start` on, in steps of eight bytes, whose window passes the filter; nil where none does.
    ///
    /// This loop reads every byte of a log, so it works on pointers: positions stay below `byteCount - 7`, and the
    /// filter has a word for every value of `wordMask`.
    func nextCandidate(in bytes: RawSpan, from start: Int, hash: WindowHash) -> (position: Int, hash: UInt32)? {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe filter.withUnsafeBufferPointer { filter in
                var position = start
                let last = bytes.count - WindowHash.windowSize
                while position <= last {
                    let window = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                    let value = hash(UInt64(littleEndian: window))
                    let word = unsafe filter[Int(value &>> 5 & wordMask)]
                    if word &>> value & 1 != 0 { return (position, value) }
                    position += WindowHash.windowSize
                }
                return nil
            }
        }
    }
}

import CZlib

/// Unpacks gzip, also where several members follow one another, as rotated logs are appended to.
@safe
final class Inflater {
    private var stream = unsafe z_stream()
    private var isMemberOpen = false
    private var isBroken = false

    init() throws(ReadFault) {
        guard unsafe sv_inflate_init_gzip(&stream) == Z_OK else { throw ReadFault(.inputOutput) }
    }

    deinit {
        unsafe inflateEnd(&stream)
    }

    /// Tells whether the packed bytes so far end where a member ends.
    var isComplete: Bool { !isMemberOpen }

    /// Unpacks from `input` into `output`.
    ///
    /// Returns how much of the input is used, and how much came out.
    ///
    /// What comes out before a break is returned; the next call throws.
    func unpack(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer)
        throws(ReadFault) -> (used: Int, made: Int)
    {
        guard !isBroken else { throw ReadFault(.brokenCompression) }
        unsafe stream.next_in = UnsafeMutablePointer(
            mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        unsafe stream.avail_out = UInt32(output.count)
        if input.count > 0 { isMemberOpen = true }
        switch unsafe inflate(&stream, Z_NO_FLUSH) {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END:
            isMemberOpen = false
            unsafe inflateReset(&stream)
        default: isBroken = true
        }
        return unsafe (input.count - Int(stream.avail_in), output.count - Int(stream.avail_out))
    }
}

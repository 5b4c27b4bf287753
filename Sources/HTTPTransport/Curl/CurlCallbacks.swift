import CCurl

/// What the callbacks reach through the pointer that libcurl carries for them.
final class ReceptionContext {
    private let limits: HTTPLimits
    var reception: Reception

    init(_ limits: HTTPLimits) {
        self.limits = limits
        reception = Reception(limits: limits)
    }

    /// The answer so far; the context goes on with an empty one.
    func take() -> Reception {
        var taken = Reception(limits: limits)
        swap(&taken, &reception)
        return taken
    }
}

/// libcurl's write callback: any count but the offered one ends the transfer.
let receiveBody: curl_write_callback = { bytes, size, count, context in
    unsafe deliver(bytes, size * count, context) { (reception, bytes) in reception.receiveBody(bytes) }
}

/// libcurl's header callback, called once a line.
let receiveHeader: curl_write_callback = { bytes, size, count, context in
    unsafe deliver(bytes, size * count, context) { (reception, bytes) in reception.receiveHeader(bytes) }
}

private func deliver(
    _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    to receive: (inout Reception, RawSpan) -> Bool
) -> Int {
    guard let context = unsafe context, let bytes = unsafe bytes else { return 0 }
    let target = unsafe Unmanaged<ReceptionContext>.fromOpaque(context).takeUnretainedValue()
    return receive(&target.reception, unsafe RawSpan(_unsafeStart: bytes, byteCount: count)) ? count : -1
}

@_spi(Fuzzing) import SessionVault

/// What libFuzzer calls with each input.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    ParserProbe.backup(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

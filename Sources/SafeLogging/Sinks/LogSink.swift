/// Where log entries go.
///
/// Records that reach a sink hold nothing secret.
public protocol LogSink: Sendable {
    /// Writes one entry, in the caller's thread. It must neither fail nor wait for long: what can't be written is dropped
    /// and counted.
    func write(_ record: LogRecord)
}

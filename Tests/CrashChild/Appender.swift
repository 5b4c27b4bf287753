import SafeLogging

/// One of several processes that write to one log file.
enum Appender {
    static func run(_ path: String, _ writer: Int, _ count: Int) {
        guard let sink = try? FileSink(path: path, rotationSize: 0) else { return }
        let log = SafeLogger(category: "append", sinks: [sink])
        let filler = String(repeating: "filler ", count: 120)
        for number in 0..<count {
            let text = filler.prefix(number * 37 % 800)
            log.info(
                "writer \(writer, privacy: .public) line \(number, privacy: .public) \(text, privacy: .public) end")
        }
        sink.flush()
        print(sink.droppedLines)
    }
}

/// Writes to a standard error that nobody reads, and tells how many lines were dropped.
enum StreamWriter {
    static func run() {
        let sink = StandardErrorSink()
        let log = SafeLogger(category: "stream", sinks: [sink])
        let filler = String(repeating: "filler ", count: 500)
        for _ in 0..<500 { log.info("\(filler, privacy: .public)") }
        print(sink.droppedLines)
    }
}

import Glibc

do {
    let command = try Command(Array(CommandLine.arguments.dropFirst()))
    if command.wantsHelp {
        print(Command.help)
        exit(EXIT_SUCCESS)
    }
    if let (path, times) = command.loop {
        try path.run(times)
        exit(EXIT_SUCCESS)
    }
    let run = PairedRun(effort: command.isSmoke ? .smoke : .full)
    let suites = try command.suites.map { suite in
        let bench = Bench(run, filter: command.filter, logSize: command.logSize)
        try suite.compare(bench)
        return SuiteReport(
            name: suite.name, measurements: bench.measurements, figures: bench.figures, skipped: bench.skipped)
    }
    let report = Report(isSmoke: command.isSmoke, machine: .current(), suites: suites)
    switch command.format {
    case .text: print(report.text)
    case .json: print(try report.json)
    case .html: print(report.html)
    }
    if let folder = command.folder { try report.write(to: folder) }
} catch let misuse as Command.Misuse {
    let line = Array("vault-bench: \(misuse.text)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
    exit(2)
}

import Glibc

do {
    let command = try Command(Array(CommandLine.arguments.dropFirst()))
    if command.wantsHelp {
        print(Command.help)
        exit(EXIT_SUCCESS)
    }
    let run = PairedRun(effort: command.isSmoke ? .smoke : .full)
    let suites = command.suites.map { suite in
        var measurements: [Measurement] = []
        suite.compare { measurements.append(run.measure($0)) }
        return SuiteReport(name: suite.name, measurements: measurements)
    }
    let report = Report(isSmoke: command.isSmoke, machine: .current(), suites: suites)
    print(command.format == .json ? try report.json : report.text)
} catch let misuse as Command.Misuse {
    let line = Array("vault-bench: \(misuse.text)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
    exit(2)
}

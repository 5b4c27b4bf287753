import CLinux
import Glibc

cl_end_with_parent()

/// What a test asks of this process, which ends badly or is counted; its secrets come by standard input.
let arguments = CommandLine.arguments.dropFirst()

switch arguments.first {
case "crash":
    let way = arguments.dropFirst().first.flatMap(Crash.init)
    if arguments.last == "guarded" { Protection.raise() }
    if let way { try way.run(holding: Secrets.read()) }
case "allocations": print(Allocations.count().map(String.init).joined(separator: " "))
case "append":
    let rest = Array(arguments.dropFirst())
    if rest.count == 3, let writer = Int(rest[1]), let count = Int(rest[2]) { Appender.run(rest[0], writer, count) }
case "crowd":
    let rest = Array(arguments.dropFirst())
    if rest.count == 2, let seconds = UInt32(rest[1]) { try Crowd.run(rest[0], seconds: seconds) }
case "stream": StreamWriter.run()
default: exit(64)
}

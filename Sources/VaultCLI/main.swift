import Glibc

ProcessGuard.raise()
exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())).rawValue)

import Glibc

ProcessGuard.raise()
exit(CommandLineTool.run(CommandLine.arguments).rawValue)

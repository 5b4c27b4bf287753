import Glibc

extension Report {
    /// Writes the results as JSON and as a page, each in one step.
    func write(to folder: String) throws {
        unsafe mkdir(folder, 0o755)
        try Self.write(try json + "\n", to: "\(folder)/latest.json")
        try Self.write(html, to: "\(folder)/latest.html")
    }

    private struct Unwritten: Error {
        let path: String
    }

    private static func write(_ text: String, to path: String) throws {
        guard let file = unsafe fopen("\(path).new", "w") else { throw Unwritten(path: path) }
        let isWritten = unsafe fputs(text, file) >= 0
        guard unsafe fclose(file) == 0, isWritten, unsafe rename("\(path).new", path) == 0 else {
            throw Unwritten(path: path)
        }
    }
}

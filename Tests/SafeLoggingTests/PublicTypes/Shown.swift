import Foundation

/// Everything that a program can make a value show, in one text.
struct Shown {
    enum Payload<Value> {
        case value(Value)
    }

    struct Enclosing<Value> {
        let before = 1
        let value: Value
    }

    struct Thrown: Error, @unchecked Sendable {
        let value: Any
    }

    private(set) var text = ""

    init(_ value: Any) {
        func walk<Value>(_ value: Value) {
            describe(value)
            describe(Optional(value) as Any)
            describe([value])
            describe([[value], []])
            describe(["key": value])
            describe((1, value))
            describe(Payload.value(value))
            describe(Enclosing(value: value))
            describe(Result<Value, Thrown>.success(value))
            describe(Result<Int, Thrown>.failure(Thrown(value: value)))
            describe(Thrown(value: value) as NSError)
            if let key = value as? AnyHashable { describe([key: 1]) }
            if let error = value as? any Error { describe(error as NSError) }
        }
        func open(_ value: some Any) { walk(value) }
        _openExistential(value, do: open)
        if let encodable = value as? any Encodable {
            text += (try? JSONEncoder().encode(encodable)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        var depthFirst = Mirrored()
        depthFirst.visit(value, depth: 0)
        text += depthFirst.text
    }

    private mutating func describe<Value>(_ value: Value) {
        print(value, to: &text)
        debugPrint(value, to: &text)
        dump(value, to: &text)
        text += String(describing: value) + "\n" + String(reflecting: value) + "\n\(value)\n"
        if let error = value as? NSError { text += "\(error.localizedDescription) \(error.userInfo)\n" }
    }

    /// Whether it has `word` in it, as text, as hexadecimal digits or as a list of numbers.
    func has(_ word: String) -> Bool {
        let bytes = Array(word.utf8)
        return text.contains(word) || text.contains(bytes.map { String($0) }.joined(separator: ", "))
            || text.lowercased().contains(bytes.map { String(format: "%02x", $0) }.joined())
            || text.contains(Data(bytes).base64EncodedString())
    }
}

/// What reflection finds, as deep as it goes.
private struct Mirrored {
    var text = ""
    private var seen: Set<ObjectIdentifier> = []

    mutating func visit(_ value: Any, depth: Int) {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .class {
            guard seen.insert(ObjectIdentifier(value as AnyObject)).inserted else { return }
        }
        text += "\(value)\n"
        guard depth < 24, text.utf8.count < 4_000_000 else { return }
        var level: Mirror? = mirror
        while let current = level {
            for child in current.children {
                text += (child.label ?? "") + "\n"
                visit(child.value, depth: depth + 1)
            }
            level = current.superclassMirror
        }
    }
}

import HTTPTransport
import Sealing
import SessionVault

/// Takes values out of a JSON file (RFC 8259) by their key paths.
enum JSONStore {
    /// Bytes that a file may have.
    static let sizeLimit = 1_048_576

    static func read(
        _ path: String, _ wanted: [(path: KeyPath, name: SecretName)]
    ) throws(ImportFault) -> ForeignStore {
        try SourceFile.read(path, atMost: sizeLimit) { (file, content) throws(ImportFault) in
            var store = ForeignStore("json", at: path)
            store.add(file)
            let view = try view(of: content, path)
            for (keyPath, name) in wanted {
                try store.add(NamedSecret(name, try value(keyPath, in: view, path)))
            }
            return store
        }
    }

    private static func view(of content: borrowing SecretBytes, _ path: String) throws(ImportFault) -> JSONView {
        do throws(JSONError) { return try JSONView(content.copy()) } catch {
            let line = content.withExposedBytes { ImportFault.line(of: error.offset, in: $0) }
            throw ImportFault(.malformed, path, line: line, "\(error)", mend: "Mend the file, or name another.")
        }
    }

    private static func value(
        _ keyPath: KeyPath, in view: borrowing JSONView, _ path: String
    ) throws(ImportFault) -> SecretBytes {
        var node = view.root
        for key in keyPath.keys {
            guard let next = member(key, of: node, in: view) else {
                throw ImportFault(
                    .noValue, path, "there is nothing at --path \(keyPath.text)", mend: "Name the keys that lead to it."
                )
            }
            node = next
        }
        switch view.kind(node) {
        case .string: if let secret = view.secret(node) { return secret }
        case .number: return view.raw(node)
        case .object, .array, .true, .false, .null: break
        }
        throw ImportFault(
            .noValue, path, "what stands at --path \(keyPath.text) is neither text nor a number",
            mend: "Name one key further, or another.")
    }

    private static func member(_ key: String, of node: JSONView.Node, in view: borrowing JSONView) -> JSONView.Node? {
        guard view.kind(node) == .array else { return view.value(key, in: node) }
        let elements = view.elements(of: node)
        guard let index = Int(key), elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

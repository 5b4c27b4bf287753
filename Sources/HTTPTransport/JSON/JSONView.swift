package import Sealing

/// A JSON document that stays in secret memory.
///
/// It is checked whole when the view is made; values are read where they stand, and only what is asked for is copied,
/// into secret memory unless the method's name says otherwise.
package struct JSONView: ~Copyable, Sendable {
    let bytes: SecretBytes
    let tape: JSONTape

    /// A value's place in the view that it came from.
    package struct Node: Sendable {
        let index: Int
    }

    /// Checks and indexes a document of at most 16 MiB, 64 levels and 262,144 values.
    package init(_ bytes: consuming SecretBytes) throws(JSONError) {
        tape = try bytes.withExposedBytes { bytes throws(JSONError) in try JSONScanner.scan(bytes) }
        self.bytes = bytes
    }

    package var root: Node { Node(index: 0) }

    package func kind(_ node: Node) -> JSONKind { tape.entries[node.index].kind }

    /// The value at a path of object keys from the root, or nil where there is none.
    ///
    /// A `null` is a value.
    package func value(_ path: String...) -> Node? {
        value(path, in: root)
    }

    /// The value of `key` in an object, or nil where there is none or `node` is no object.
    package func value(_ key: String, in node: Node) -> Node? {
        value([key], in: node)
    }

    private func value(_ path: [String], in start: Node) -> Node? {
        bytes.withExposedBytes { bytes in
            var index = start.index
            for key in path {
                guard tape.entries[index].kind == .object else { return nil }
                let found = members(of: index).first { member in
                    JSONText.equal(tape.entries[member.key].range, key.utf8, of: bytes)
                }
                guard let found else { return nil }
                index = found.value
            }
            return Node(index: index)
        }
    }

    /// The elements of an array; none where `node` is something else.
    package func elements(of node: Node) -> [Node] {
        guard kind(node) == .array else { return [] }
        return tape.children(of: node.index).map(Node.init(index:))
    }

    func members(of index: Int) -> [(key: Int, value: Int)] {
        let children = tape.children(of: index)
        return stride(from: 0, to: children.count, by: 2).map { (children[$0], children[$0 + 1]) }
    }
}

package import Sealing

extension JSONView {
    /// The value in secret memory without the members that have one of these keys, at any depth and in any case of
    /// ASCII letters.
    ///
    /// All else keeps its order and spelling, white space between values apart.
    package func raw(_ node: Node, without keys: [String]) -> SecretBytes {
        bytes.withExposedBytes { bytes in
            var target = SecretBuffer(capacity: tape.entries[node.index].range.count)
            copy(node.index, of: bytes, without: keys, to: &target)
            return target.finish()
        }
    }

    private func copy(_ index: Int, of bytes: RawSpan, without keys: [String], to target: inout SecretBuffer) {
        switch tape.entries[index].kind {
        case .object:
            target.append(UInt8(ascii: "{"))
            var isFirst = true
            for member in members(of: index) {
                let key = tape.entries[member.key].range
                guard !keys.contains(where: { JSONText.equal(key, $0.utf8, of: bytes, ignoringCase: true) }) else {
                    continue
                }
                if !isFirst { target.append(UInt8(ascii: ",")) }
                isFirst = false
                target.append(bytes.extracting(key))
                target.append(UInt8(ascii: ":"))
                copy(member.value, of: bytes, without: keys, to: &target)
            }
            target.append(UInt8(ascii: "}"))
        case .array:
            target.append(UInt8(ascii: "["))
            for (position, child) in tape.children(of: index).enumerated() {
                if position > 0 { target.append(UInt8(ascii: ",")) }
                copy(child, of: bytes, without: keys, to: &target)
            }
            target.append(UInt8(ascii: "]"))
        case .string, .number, .true, .false, .null:
            target.append(bytes.extracting(tape.entries[index].range))
        }
    }
}

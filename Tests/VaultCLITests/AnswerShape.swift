import Foundation
import Testing

@testable import VaultCLI

/// The shape of a JSON answer, read from the notation of `AnswerSchemas`.
indirect enum AnswerShape: Sendable {
    case text, time, number, flag
    case nullable(AnswerShape)
    case array(AnswerShape)
    case object([String: (shape: AnswerShape, isOptional: Bool)])

    struct Malformed: Error {
        let rest: String
    }

    static let schemas: [String: AnswerShape] = {
        var shapes: [String: AnswerShape] = [:]
        for schema in AnswerSchemas.all {
            do { shapes["sessionvault.\(schema.name)"] = try AnswerShape(schema.members) } catch {
                Issue.record("\(schema.name): \(error)")
            }
        }
        return shapes
    }()

    init(_ notation: String) throws {
        var rest = notation.filter { $0 != " " }[...]
        self = try Self.type(&rest)
        guard rest.isEmpty else { throw Malformed(rest: String(rest)) }
    }

    private static func type(_ rest: inout Substring) throws -> AnswerShape {
        var shape: AnswerShape
        if take("{", &rest) {
            var members: [String: (AnswerShape, Bool)] = [:]
            repeat {
                let name = word(&rest)
                let isOptional = take("?", &rest)
                guard !name.isEmpty, members[name] == nil, take(":", &rest) else { throw Malformed(rest: String(rest)) }
                members[name] = (try type(&rest), isOptional)
            } while take(",", &rest)
            guard take("}", &rest) else { throw Malformed(rest: String(rest)) }
            shape = .object(members)
        } else if take("[", &rest) {
            shape = .array(try type(&rest))
            guard take("]", &rest) else { throw Malformed(rest: String(rest)) }
        } else {
            shape = try named(word(&rest))
        }
        if take("?", &rest) { shape = .nullable(shape) }
        return shape
    }

    private static func named(_ name: String) throws -> AnswerShape {
        switch name {
        case "text": return .text
        case "time": return .time
        case "number": return .number
        case "flag": return .flag
        default:
            guard let part = AnswerSchemas.parts.first(where: { $0.name == name }) else { throw Malformed(rest: name) }
            return try AnswerShape(part.type)
        }
    }

    private static func take(_ character: Character, _ rest: inout Substring) -> Bool {
        guard rest.first == character else { return false }
        rest.removeFirst()
        return true
    }

    private static func word(_ rest: inout Substring) -> String {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        rest = rest[word.endIndex...]
        return String(word)
    }

    /// Where a value is not of this shape.
    func faults(of value: Any?, at path: String = "answer") -> [String] {
        switch self {
        case .text: value is String ? [] : ["\(path) is no text"]
        case .time: (value as? String).map(Self.isTime) == true ? [] : ["\(path) is no time"]
        case .number: (value as? NSNumber).map { !Self.isFlag($0) } == true ? [] : ["\(path) is no number"]
        case .flag: (value as? NSNumber).map(Self.isFlag) == true ? [] : ["\(path) is no flag"]
        case .nullable(let shape): value is NSNull ? [] : shape.faults(of: value, at: path)
        case .array(let shape):
            (value as? [Any])?.enumerated().flatMap { shape.faults(of: $0.element, at: "\(path)[\($0.offset)]") }
                ?? ["\(path) is no array"]
        case .object(let members):
            (value as? [String: Any]).map { Self.faults(of: $0, members, path) } ?? ["\(path) is no object"]
        }
    }

    private static func faults(
        of object: [String: Any], _ members: [String: (shape: AnswerShape, isOptional: Bool)], _ path: String
    ) -> [String] {
        var faults = object.keys.filter { members[$0] == nil }.map { "\(path).\($0) is not documented" }
        for (name, member) in members {
            if let value = object[name] {
                faults += member.shape.faults(of: value, at: "\(path).\(name)")
            } else if !member.isOptional {
                faults.append("\(path).\(name) is missing")
            }
        }
        return faults
    }

    private static func isFlag(_ number: NSNumber) -> Bool { unsafe number.objCType.pointee == 0x63 }

    private static func isTime(_ text: String) -> Bool {
        text.count == 24 && text.hasSuffix("Z") && text.dropFirst(10).first == "T"
    }
}

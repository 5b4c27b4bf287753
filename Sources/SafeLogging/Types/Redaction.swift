/// The marks that stand where a value was.
package enum Redaction {
    /// A secret, a known value or a secret's shape.
    package static let mark = "<redacted>"
    /// A value that nobody marked as public.
    package static let privateMark = "<private>"
    /// The whole body of a line that could not be made safe.
    package static let withheldLine = "message withheld: it could not be made safe to log"
}

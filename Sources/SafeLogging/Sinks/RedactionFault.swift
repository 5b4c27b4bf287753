/// The entry could not be made safe, and its body must not be written.
///
/// It says no more, so that nothing of the entry gets out with it.
struct RedactionFault: Error {}

/// What is done to an entry, in this order.
enum RedactionStep: CaseIterable, Sendable {
    /// By privacy and by name, while rendering.
    case structure
    case controlCharacters
    /// For known values and shapes.
    case search
    case truncation
}

/// How closely a text is looked at for what is hidden in it.
struct SearchView {
    /// Bytes beside an escape that may belong to the same value.
    let reach: Int
    /// Whether it is only asked if anything stands there: what was seen before is passed over.
    let isGlance: Bool
    /// Whether of runs of digits only those matter that stand for ASCII.
    let onlyASCII: Bool
}

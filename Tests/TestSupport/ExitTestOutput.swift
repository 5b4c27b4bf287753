extension [UInt8]? {
    /// Tells whether what a child process wrote has `text` in it.
    package func says(_ text: String) -> Bool {
        String(decoding: self ?? [], as: UTF8.self).contains(text)
    }
}

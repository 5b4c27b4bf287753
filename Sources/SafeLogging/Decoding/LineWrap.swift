/// Where an encoder, a mailer or a terminal may have gone on to the next line in the midst of a value.
enum LineWrap {
    /// Widths at which text is wrapped: 64 in PEM, 76 in MIME, up to 80 on terminals.
    static let widths = 60...80
    /// Characters without a space before the end of a line of another width, whose beginning was not wrapped.
    static let shortestRun = 32
    /// Blanks at the beginning of a line that goes on from the one before.
    static let longestIndent = 8
}

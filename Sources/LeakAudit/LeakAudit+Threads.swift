extension LeakAudit {
    /// Searches with so many threads, for the benchmarks, which are a package of their own and so see no `package`
    /// declarations.
    ///
    /// It is no part of the API: only `@_spi(Benchmarks) import LeakAudit` shows it.
    @_spi(Benchmarks)
    public func scan(_ files: [String], onThreads threads: Int) -> LeakReport {
        scan(files, shapes: false, threads: threads)
    }
}

import CCurl

/// The libcurl of this process, loaded and initialised on the first request and kept.
package enum CurlLibrary {
    private static let name = "libcurl.so.4"

    @safe
    private struct Table: @unchecked Sendable {
        let functions: UnsafePointer<sv_curl>
    }

    private static let loaded: Result<Table, TransportError> = load(name)

    /// The table of its functions, or why there is none.
    static func functions() throws(TransportError) -> UnsafePointer<sv_curl> {
        unsafe try loaded.get().functions
    }

    private static func load(_ name: String) -> Result<Table, TransportError> {
        let table = UnsafeMutablePointer<sv_curl>.allocate(capacity: 1)
        unsafe table.initialize(to: unsafe sv_curl())
        switch unsafe sv_curl_load(table, name) {
        case 0: break
        case 1: return .failure(TransportError(.libraryMissing))
        default: return .failure(TransportError(.libraryUnusable))
        }
        guard unsafe sv_curl_initialize(table) == CURLE_OK else { return .failure(TransportError(.libraryUnusable)) }
        return unsafe .success(Table(functions: UnsafePointer(table)))
    }

    /// What a request would meet where no library of this name is installed.
    package static func probe(_ name: String) -> TransportError? {
        guard case .failure(let error) = load(name) else { return nil }
        return error
    }
}

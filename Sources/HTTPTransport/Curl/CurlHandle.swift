import CCurl

/// A libcurl easy handle and its header list, made for one request and wiped after it, so that nothing of a request is
/// left for the next one.
@safe
struct CurlHandle: ~Copyable {
    private let curl: UnsafePointer<sv_curl>
    let pointer: UnsafeMutableRawPointer
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var isBroken = false

    init() throws(TransportError) {
        let curl = unsafe try CurlLibrary.functions()
        guard let pointer = unsafe curl.pointee.easy_init() else { throw TransportError(.libraryUnusable) }
        unsafe self.curl = curl
        unsafe self.pointer = pointer
        unsafe headers = nil
    }

    deinit {
        unsafe curl.pointee.easy_cleanup(pointer)
        unsafe curl.pointee.slist_free_all(headers)
    }

    mutating func set(_ option: CURLoption, _ value: Int) {
        note(unsafe sv_curl_set_long(curl, pointer, option, value))
    }

    mutating func set(_ option: CURLoption, size: Int) {
        note(unsafe sv_curl_set_size(curl, pointer, option, curl_off_t(size)))
    }

    /// libcurl copies the string.
    mutating func set(_ option: CURLoption, _ value: String) {
        note(unsafe value.withCString { value in unsafe sv_curl_set_pointer(curl, pointer, option, value) })
    }

    /// Sets an option that older libraries lack; tells whether this one has it.
    mutating func setIfKnown(_ option: CURLoption, _ value: String) -> Bool {
        unsafe value.withCString { value in unsafe sv_curl_set_pointer(curl, pointer, option, value) == CURLE_OK }
    }

    /// `value` must stay valid until the transfer has ended.
    mutating func set(_ option: CURLoption, lent value: UnsafeRawPointer?) {
        note(unsafe sv_curl_set_pointer(curl, pointer, option, value))
    }

    mutating func set(_ option: CURLoption, receiver: @escaping curl_write_callback) {
        unsafe note(sv_curl_set_receiver(curl, pointer, option, receiver))
    }

    /// Asks OpenSSL to overwrite what it decrypted; other TLS libraries offer no such thing.
    mutating func cleanseDecryptedRecords() {
        _ = unsafe sv_curl_set_cleansing(curl, pointer)
    }

    /// Adds a line that is ended by a zero byte; libcurl copies it.
    mutating func addHeader(_ line: UnsafeRawBufferPointer) {
        guard let start = line.baseAddress else { return }
        guard let longer = unsafe curl.pointee.slist_append(headers, start.assumingMemoryBound(to: CChar.self)) else {
            isBroken = true
            return
        }
        unsafe headers = longer
    }

    /// Hands the collected lines over.
    ///
    /// Throws where libcurl took any option or line not.
    mutating func finishPreparing() throws(TransportError) {
        note(unsafe sv_curl_set_pointer(curl, pointer, CURLOPT_HTTPHEADER, headers))
        guard !isBroken else { throw TransportError(.libraryUnusable) }
    }

    borrowing func information(_ info: CURLINFO) -> Int {
        unsafe sv_curl_info(curl, pointer, info)
    }

    private mutating func note(_ code: CURLcode) {
        if code != CURLE_OK { isBroken = true }
    }
}

import CCurl
import Sealing

/// Sends one request on a lane and collects its answer; blocks the thread it is called on.
struct CurlTransfer {
    let limits: HTTPLimits
    let trust: TrustStore

    func run(
        _ request: borrowing HTTPRequest, on lane: CurlLane, isCancelled: () -> Bool
    ) throws(TransportError) -> HTTPAnswer {
        var easy = try CurlHandle()
        let context = ReceptionContext(limits)
        secure(&easy, request.url)
        bound(&easy)
        describe(&easy, request)
        receive(&easy, into: context)
        let outcome = unsafe try request.body.withUnsafeBytes { body throws(TransportError) in
            if request.method != .get { unsafe lend(body, to: &easy) }
            try easy.finishPreparing()
            return withExtendedLifetime(context) { lane.perform(easy, isCancelled: isCancelled) }
        }
        if let failure = CurlFailure.read(outcome, of: easy, isTooLarge: context.reception.isTooLarge) {
            throw failure
        }
        return context.take().finish(status: easy.information(CURLINFO_RESPONSE_CODE))
    }

    /// What keeps the request on its way: TLS, no redirect, no helpful extras that read or send something else.
    private func secure(_ easy: inout CurlHandle, _ url: ServerURL) {
        easy.set(CURLOPT_URL, url.text)
        easy.set(CURLOPT_PATH_AS_IS, 1)
        easy.set(CURLOPT_FOLLOWLOCATION, 0)
        easy.set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        easy.set(CURLOPT_SSL_VERIFYPEER, 1)
        easy.set(CURLOPT_SSL_VERIFYHOST, 2)
        easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        // HTTP/2 would leave copies of the headers in nghttp2's memory and tables, which nobody wipes.
        easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        if !easy.setIfKnown(CURLOPT_PROTOCOLS_STR, "http,https") {
            easy.set(CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
        }
        // A proxy named in the environment has no business between this machine and itself.
        if url.isLoopback { easy.set(CURLOPT_PROXY, "") }
        if case .file(let path) = trust {
            easy.set(CURLOPT_CAINFO, path)
            unsafe easy.set(CURLOPT_CAPATH, lent: nil)
        }
        easy.cleanseDecryptedRecords()
    }

    private func bound(_ easy: inout CurlHandle) {
        // Signals would be the whole process's.
        easy.set(CURLOPT_NOSIGNAL, 1)
        // Else a name look-up that hangs would hold up the end of a cancelled request.
        easy.set(CURLOPT_QUICK_EXIT, 1)
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, limits.connect.milliseconds)
        easy.set(CURLOPT_TIMEOUT_MS, limits.total.milliseconds)
        easy.set(CURLOPT_MAXFILESIZE_LARGE, size: limits.bodyBytes)
    }

    private func describe(_ easy: inout CurlHandle, _ request: borrowing HTTPRequest) {
        if request.method == .get {
            easy.set(CURLOPT_HTTPGET, 1)
        } else {
            easy.set(CURLOPT_POST, 1)
            easy.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
            // On a kept connection that dies, libcurl repeats the request by itself; a sign-in or a refresh token must
            // never go out twice.
            easy.set(CURLOPT_FRESH_CONNECT, 1)
        }
        easy.set(CURLOPT_USERAGENT, "SessionVault")
        for line in request.lines {
            unsafe line.bytes.withUnsafeBytes { line in unsafe easy.addHeader(line) }
        }
        // No `Expect: 100-continue`, which would cost a second where the server does not know it.
        unsafe "Expect:".withCString { unsafe easy.addHeader(UnsafeRawBufferPointer(start: $0, count: 8)) }
    }

    /// libcurl reads the body where it stands, for as long as the transfer runs.
    private func lend(_ body: UnsafeRawBufferPointer, to easy: inout CurlHandle) {
        easy.set(CURLOPT_POSTFIELDSIZE_LARGE, size: body.count)
        unsafe easy.set(CURLOPT_POSTFIELDS, lent: body.baseAddress)
    }

    private func receive(_ easy: inout CurlHandle, into context: ReceptionContext) {
        let pointer = unsafe Unmanaged.passUnretained(context).toOpaque()
        unsafe easy.set(CURLOPT_WRITEFUNCTION, receiver: unsafe receiveBody)
        unsafe easy.set(CURLOPT_WRITEDATA, lent: pointer)
        unsafe easy.set(CURLOPT_HEADERFUNCTION, receiver: unsafe receiveHeader)
        unsafe easy.set(CURLOPT_HEADERDATA, lent: pointer)
    }
}

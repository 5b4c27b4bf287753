import HTTPTransport
import Sealing
public import SessionAuth
import SessionVault

extension OAuthService {
    /// Asks for a device authorization: one request.
    ///
    /// - Throws: ``SessionAuth/ServiceError/Code/unsupported`` where the server has no device grant.
    public func beginDeviceGrant() async throws(ServiceError) -> DeviceGrant {
        guard let url = metadata.deviceAuthorization else { throw ServiceError(.unsupported) }
        var form = exchange.form()
        if !configuration.scopes.isEmpty { form.add("scope", configuration.scopes.joined(separator: " ")) }
        let document = try await exchange.post(form, to: url).goodDocument()
        return try DeviceGrant(document)
    }

    /// Asks for the tokens until there is an answer that should hold them (RFC 8628, 3.4 and 3.5).
    func pollForTokens(deviceCode: borrowing SecretBytes, _ polling: Credential.Polling) async throws(ServiceError)
        -> OAuthAnswer
    {
        let elapsed = stopwatch(on: clock)
        var pace = PollingPace(interval: polling.interval)
        while elapsed() + pace.interval < polling.lifetime {
            do { try await clock.sleep(for: pace.interval) } catch { throw ServiceError(.cancelled) }
            do throws(ServiceError) {
                if let answer = try await poll(deviceCode, &pace) { return answer }
            } catch {
                guard pace.slowDown(after: error) else { throw error }
            }
        }
        throw ServiceError(.expired)
    }

    /// One question; nil where the person has not decided yet.
    private func poll(_ deviceCode: borrowing SecretBytes, _ pace: inout PollingPace) async throws(ServiceError)
        -> OAuthAnswer?
    {
        var form = exchange.form()
        form.add("grant_type", "urn:ietf:params:oauth:grant-type:device_code")
        form.add("device_code", secret: deviceCode)
        let answer = try await exchange.post(form, to: metadata.token)
        if answer.status == 200 { return answer }
        switch answer.errorName() {
        case "authorization_pending": return nil
        case "slow_down":
            pace.slowDown()
            return nil
        default: throw answer.fault(refusing: .expired)
        }
    }
}

/// How long to wait before the next question.
struct PollingPace: Sendable {
    var interval: Duration

    /// The server finds the questions too frequent: five seconds more, for good.
    mutating func slowDown() {
        interval += .seconds(5)
    }

    /// Tells whether to go on after a failed request, and doubles the wait if so.
    ///
    /// A question may be repeated, unlike a sign-in: it spends nothing.
    mutating func slowDown(after error: ServiceError) -> Bool {
        switch error.code {
        case .timedOut, .unreachable, .serverFault, .tooManyRequests:
            interval = max(interval * 2, .seconds(error.retryAfter ?? 0))
            return true
        default: return false
        }
    }
}

/// The time since now.
private func stopwatch<C: Clock<Duration>>(on clock: C) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}

import HTTPTransport
import SafeLogging
public import SessionAuth

extension OrderingClient {
    /// How a one-time code goes to a cellphone.
    public enum CodeChannel: Sendable {
        /// A text message.
        case textMessage
        /// WhatsApp.
        case whatsApp
    }

    /// Asks the server to send a one-time code to an address, for ``SessionAuth/Credential``'s one-time code branches.
    ///
    /// `POST /codes/generate`, or Twilio's endpoint. The code has six digits and is valid for 600 s; the server refuses
    /// to send another within 80 s. An answer says that the server took the request, not that anything arrived.
    public func requestOneTimeCode(
        for address: Credential.Address, via channel: CodeChannel = .textMessage,
        challenge: consuming ChallengeAnswer? = nil
    ) async throws(ServiceError) {
        var writer = JSONBodyWriter()
        var path = ["codes", "generate"]
        switch address {
        case .email(let email):
            writer.addCode(channel: 1)
            email.withExposedValue { writer.add("email", $0) }
        case .cellphone(let number, let country):
            let phone = OrderingPhone(number, countryCode: country)
            let isTwilio = options.textMessages == .twilio && channel == .textMessage
            if isTwilio { path = ["auth", "sms", "twilio", "verify"] } else { writer.addCode(channel: channel.number) }
            phone.number.withExposedValue { writer.add("cellphone", $0) }
            writer.add("country_phone_code", isTwilio ? "+" + phone.countryCode : phone.countryCode)
        }
        if let challenge = consume challenge {
            do throws(JSONError) { try writer.add(challenge) } catch { throw ServiceError(.invalidInput) }
        }
        _ = try await post(path, body: writer.finish()).good()
    }
}

extension OrderingClient.CodeChannel {
    fileprivate var number: Int {
        switch self {
        case .textMessage: 2
        case .whatsApp: 4
        }
    }
}

extension JSONBodyWriter {
    /// Type 4 is a code to sign in with.
    fileprivate mutating func addCode(channel: Int) {
        add("type", 4)
        add("channel", channel)
        add("size", 6)
    }
}

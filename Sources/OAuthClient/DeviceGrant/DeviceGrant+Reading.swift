import HTTPTransport
import SafeLogging
import Sealing
import SessionAuth

extension DeviceGrant {
    /// An hour: the longest that a server's word is taken for.
    private static let longestLifetime = 3_600

    /// Reads a device authorization answer.
    ///
    /// Its numbers are held within bounds.
    init(_ document: borrowing JSONView) throws(ServiceError) {
        guard let code = document.value("device_code").flatMap({ document.secret($0) }), !code.isEmpty,
            let userCode = Self.text("user_code", in: document, atMost: 256),
            let address = Self.text("verification_uri", in: document, atMost: 2_048),
            let lifetime = document.value("expires_in").flatMap({ document.integer($0) }), lifetime > 0
        else { throw ServiceError(.invalidAnswer) }
        self.userCode = Sensitive(userCode)
        verificationURI = address
        completeURI = Self.text("verification_uri_complete", in: document, atMost: 4_096).map { Sensitive($0) }
        self.lifetime = .seconds(min(lifetime, Self.longestLifetime))
        let interval = document.value("interval").flatMap { document.integer($0) } ?? 5
        self.interval = .seconds(min(max(interval, 1), 300))
        deviceCode = code
    }

    /// A text that is shown to a person: not empty, and without control characters.
    private static func text(_ name: String, in document: borrowing JSONView, atMost limit: Int) -> String? {
        guard let text = document.value(name).flatMap({ document.publicText($0, atMost: limit) }), !text.isEmpty,
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return nil }
        return text
    }
}

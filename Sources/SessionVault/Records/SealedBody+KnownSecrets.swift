import SafeLogging

extension SealedBody where Self: ~Copyable {
    /// Makes every logger of the process mask the values of this record, before anyone is handed them.
    ///
    /// Values over 64 KiB are not searched for.
    package func publish() {
        withAuditedValues { value, bytes in
            guard bytes.count <= SecretFingerprint.sizes.upperBound else { return }
            KnownSecrets.publish(bytes, as: value.knownSecretKind)
        }
    }
}

extension AuditedValue {
    fileprivate var knownSecretKind: KnownSecrets.Kind {
        switch self {
        case .accessToken: .accessToken
        case .refreshToken: .refreshToken
        case .deviceCode: .deviceCode
        case .pushToken: .pushToken
        case .secret: .other
        }
    }
}

extension Optional where Wrapped: SealedBody & ~Copyable {
    func publish() {
        switch self {
        case .some(let body): body.publish()
        case .none: break
        }
    }
}

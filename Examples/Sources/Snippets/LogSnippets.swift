import SafeLogging

func loggers() throws -> SafeLogger {
    let sink = try FileSink(path: "app.log", rotationSize: 16 << 20, keptFiles: 4)
    let logger = SafeLogger(category: "orders", sinks: [sink, StandardErrorSink()])
    return logger
}

func messages(_ logger: SafeLogger, email: String, count: Int, url: String, headers: [String: String]) {
    logger.info("signed in \(email)")
    logger.info("took \(count, privacy: .public) orders")
    logger.notice(
        "request",
        fields: [
            LogField("url", url, privacy: .public), LogField("headers", headers, privacy: .public),
        ])
}

func ownSecret(_ databasePassword: borrowing SecretBytes) -> MaskedSecret {
    let masked = MaskedSecret(databasePassword)
    return masked
}

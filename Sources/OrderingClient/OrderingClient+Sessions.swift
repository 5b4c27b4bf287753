import HTTPTransport
public import Sealing
public import SessionAuth
public import SessionVault

/// A session of an account, as the server lists it.
public struct ServerSession: Equatable, Sendable {
    /// Its number at the server.
    public let id: Int
    /// Tells whether it is the one that asked.
    public let isCurrent: Bool
    /// When it was made, in seconds since 1970, where the server says so.
    public let createdAt: Int?
    /// When it ends, in seconds since 1970, where the server says so.
    public let validUntil: Int?
}

extension OrderingClient {
    /// Lists the account's sessions (`GET /users/{id}/sessions`).
    public func sessions(of account: AccountID, token: borrowing SecretBytes) async throws(ServiceError)
        -> [ServerSession]
    {
        let answer = try await send(.get, ["users", account.subject, "sessions"], token: token).good()
        guard let list = answer.resultNode, answer.view.kind(list) == .array else { throw ServiceError(.invalidAnswer) }
        var sessions: [ServerSession] = []
        for node in answer.view.elements(of: list) {
            guard let id = answer.view.value("id", in: node).flatMap({ answer.view.integer($0) }) else {
                throw ServiceError(.invalidAnswer)
            }
            sessions.append(
                ServerSession(
                    id: id,
                    isCurrent: answer.view.value("current", in: node).flatMap { answer.view.bool($0) } ?? false,
                    createdAt: answer.view.value("created_at", in: node).flatMap { answer.view.integer($0) },
                    validUntil: answer.view.value("valid_thru", in: node).flatMap { answer.view.integer($0) }))
        }
        return sessions
    }

    /// Ends one of the account's sessions at the server (`DELETE /users/{id}/sessions/{sid}`).
    public func endSession(_ id: Int, of account: AccountID, token: borrowing SecretBytes) async throws(ServiceError) {
        try await delete(String(id), includingCurrent: true, of: account, token: token)
    }

    /// Ends all of the account's sessions at the server, but for the one that asks where that is wanted.
    public func endAllSessions(of account: AccountID, includingCurrent: Bool, token: borrowing SecretBytes)
        async throws(ServiceError)
    {
        try await delete("all", includingCurrent: includingCurrent, of: account, token: token)
    }

    private func delete(
        _ which: String, includingCurrent: Bool, of account: AccountID, token: borrowing SecretBytes
    ) async throws(ServiceError) {
        var writer = JSONBodyWriter()
        writer.add("delete_current", includingCurrent)
        let path = ["users", account.subject, "sessions", which]
        _ = try await send(.delete, path, body: writer.finish(), token: token).good()
    }
}

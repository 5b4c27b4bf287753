/// What `--format json` answers: the members of each schema, for the manual page and for the tests that hold every answer
/// against them.
///
/// `text`, `time` (RFC 3339, UTC), `number` and `flag` are values, `{…}` objects, `[…]` arrays; a type with `?` may be null,
/// and a name with `?` may be missing. A name with a capital letter is one of ``parts``.
enum AnswerSchemas {
    /// One schema.
    struct Schema: Sendable {
        /// Its name and version, such as `secret-get/1`.
        let name: String
        /// The commands that answer so.
        let commands: [String]
        let members: String
    }

    /// What several schemas have in common.
    static let parts: [(name: String, type: String)] = [
        ("Cleanup", "{server_logout: text, provider_cleanup: text, revocation: text, local_cleanup: text}"),
        ("Earlier", "{finished: number, waiting: number}"),
        ("File", "{size?: number, mode: text, owner: number}"),
        (
            "Slot",
            """
            {number: number, condition: text, kind: text?, scope: text?, argon2_passes: number?, \
            argon2_memory_kib: number?}
            """
        ),
        (
            "Outline",
            """
            {path: text, vault_id: text, format: number, created: time, record_count: number, file: File, \
            write_ahead_log: File?, folder: File, key_slots: [Slot]}
            """
        ),
        (
            "Session",
            """
            {account: text, standing: text, branch: text, gate: text, gate_is_open: flag, admitted: time, \
            updated: time, expires: time?, records: [text]}
            """
        ),
        (
            "Record",
            """
            {name: text, condition: text, kind: text?, account: text?, created: time?, updated: time?, \
            expires: time?, branch: text?, gate: text?, epoch: number, version: number, sealed_metadata_size: number, \
            sealed_body_size: number, leak_fingerprints: [{value: text, covered: flag, retired: time?}]}
            """
        ),
        ("Break", "{kind: text, first: number?, last: number?}"),
        (
            "Integrity",
            """
            {intact: flag, header_intact: flag, manifest: text, read_through: flag, writes: number, \
            record_count: number, damaged: [{position: number, kind: text?, account: text?, part: text}], \
            later_records: number, quarantined: number, journal_breaks: [Break]}
            """
        ),
        ("Finding", "{code: text, severity: text, text: text, mend: text}"),
    ]

    static let all: [Schema] = vaults + keys + secrets + sessions + others

    private static let vaults = [
        Schema(
            name: "init/1", commands: ["init"],
            members: """
                {path: text, vault_id: text, created: time, key_file: text?, key_file_made: flag, anchor: text?, \
                anchor_made: flag}
                """),
        Schema(
            name: "inspect/1", commands: ["inspect"],
            members: """
                {unlocked: flag, outline: Outline, memory_locked?: flag, audit_only?: flag, integrity?: Integrity?, \
                findings?: [Finding], events?: number, damaged_records?: number, sessions?: [Session], \
                records?: [Record]}
                """),
        Schema(
            name: "inspect-events/1", commands: ["inspect"],
            members: """
                {audit_only: flag, events: [{number: number, event: text?, time: time?, account: text?, about: number?, \
                refusal: text?, branch: text?, gate: text?}], breaks: [Break]}
                """),
        Schema(
            name: "leaks/1", commands: ["inspect"],
            members: """
                {verdict: text, searched_bytes: number, searched_values: number, \
                findings: [{id: text, file: text, line: number, first_byte: number, end_byte: number, value: text, \
                account: text, encoding: text, extent: text, retired: time?}], \
                shapes: [{id: text, file: text, line: number, first_byte: number, end_byte: number, shape: text}], \
                unread_files: [{file: text, reason: text}], uncovered: [{value: text, account: text}], \
                omitted_findings: number, omitted_shapes: number, unreadable_records: number}
                """),
        Schema(
            name: "verify/1", commands: ["verify"],
            members: """
                {path: text, intact: flag, header_intact: flag, manifest: text, read_through: flag, writes: number, \
                record_count: number, damaged: [{position: number, kind: text?, account: text?, part: text}], \
                later_records: number, quarantined: number, journal_breaks: [Break], held_against_anchor: flag, \
                rollback_accepted: flag}
                """),
        Schema(
            name: "repair/1", commands: ["repair"],
            members: """
                {was_intact: flag, set_aside: number, removed_slots: [number], quarantined: number, discarded: number, \
                intact: flag}
                """),
        Schema(name: "backup/1", commands: ["backup"], members: "{path: text, size: number}"),
        Schema(
            name: "restore/1", commands: ["restore"],
            members: "{path: text, vault_id: text, record_count: number, anchor_to_tell: text?}"),
        Schema(name: "set-aside/1", commands: ["set-aside"], members: "{path: text, set_aside_as: text}"),
    ]

    private static let keys = [
        Schema(name: "slots-list/1", commands: ["slots list"], members: "{path: text, key_slots: [Slot]}"),
        Schema(
            name: "slots-add/1", commands: ["slots add"],
            members: """
                {number: number, scope?: text, key_file?: text, key_file_made?: flag, path: text, key_slots: [Slot], \
                recovery_code?: text}
                """),
        Schema(
            name: "slots-remove/1", commands: ["slots remove"],
            members: "{removed: number, path: text, key_slots: [Slot]}"),
        Schema(
            name: "slots-change/1", commands: ["slots change"],
            members: "{removed: number, number: number, path: text, key_slots: [Slot]}"),
        Schema(name: "unlock/1", commands: ["unlock"], members: "{path: text, seconds: number, until: time}"),
        Schema(name: "lock/1", commands: ["lock"], members: "{path: text, was_unlocked: flag}"),
        Schema(
            name: "rotate/1", commands: ["rotate"],
            members: """
                {resealed: number, left: number, continued_earlier: flag, old_keys_erased: flag, root_replaced: flag, \
                removed_slots: [number]}
                """),
    ]

    private static let secrets = [
        Schema(
            name: "secret-get/1", commands: ["secret get"],
            members: "{service: text, account: text, value_base64: text}"),
        Schema(
            name: "secret-set/1", commands: ["secret set"], members: "{service: text, account: text, size: number}"),
        Schema(
            name: "secret-list/1", commands: ["secret list"],
            members: "{secrets: [{service: text, account: text, tag: text}]}"),
        Schema(name: "secret-remove/1", commands: ["secret remove"], members: "{removed: number}"),
        Schema(
            name: "import/1", commands: ["import netrc", "import json", "import pass"],
            members: """
                {kind: text, path: text, secrets: [{service: text, account: text, outcome: text}], \
                not_taken_over: [{line: number?, what: text}], source: text, removed_files: number}
                """),
    ]

    private static let sessions = [
        Schema(
            name: "status/1", commands: ["status"],
            members: """
                {sessions: [Session], checks: [{account: text, state: text, explanation: text, cleanup: Cleanup?}], \
                earlier_logouts: Earlier, intact: flag}
                """),
        Schema(
            name: "branches/1", commands: ["status"],
            members: """
                {branches: [{branch: text, state: text, reason: text?, needs_captcha: flag, in_vault_login: flag}]}
                """),
        Schema(
            name: "login/1", commands: ["login"],
            members: """
                {outcome: text, account?: text, branch?: text, gate?: text, gate_is_open?: flag, expires?: time?, \
                cleanup: Cleanup?, earlier_logouts?: Earlier}
                """),
        Schema(
            name: "logout/1", commands: ["logout"],
            members: """
                {sessions: [{account: text, server_asked: flag, cleanup: Cleanup?}], earlier_logouts: Earlier}
                """),
    ]

    private static let others = [
        Schema(name: "version/1", commands: ["version"], members: "{version: text, vault_format: number}"),
        Schema(name: "man/1", commands: ["man"], members: "{text: text}"),
        Schema(name: "completions/1", commands: ["completions"], members: "{text: text}"),
        Schema(name: "error/1", commands: [], members: "{status: number, code: text?, message: text}"),
    ]
}

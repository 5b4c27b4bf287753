import SessionVault

/// What mends an error of the vault on the command line, where the library's word for it is a call.
enum CommandMend {
    static func text(of error: VaultError) -> String {
        error.text(mendingWith: mends[error.code] ?? error.mend)
    }

    private static let mends: [VaultError.Code: String] = [
        .absent: "Make one with `vault init`, or name another with --vault.",
        .alreadyExists:
            "Choose another path, or get a vault out of the way with `vault set-aside`; nothing was overwritten.",
        .lastSlot: "Add another way in first with `vault slots add`; nothing was removed.",
        .otherSlots: """
        Say with --remove-other-slots that they may go, and add them again with `vault slots add`; nothing was changed.
        """,
        .keyLost: """
        Use another way in, such as a recovery code with --recovery-code. If all are lost, `vault set-aside` keeps the \
        file under another name, so that `vault init` can begin a new one.
        """,
        .rolledBack: """
        Put the newest file back. After a restore from a backup, accept the older state with \
        `vault verify --accept-rollback`, which needs the --anchor.
        """,
        .anchorUnavailable: "Mount its medium, or name the right file with --anchor; the vault was left as it is.",
        .wrongKey:
            "Try again, or use another of the vault's slots (`vault slots list` shows them); nothing was changed.",
        .tampered: """
        See what is concerned with `vault verify`; `vault repair` sets it aside and keeps the rest. Where that can't be \
        done, `vault set-aside` and then `vault restore` take a backup in its place.
        """,
        .truncated:
            "Take a whole backup: `vault set-aside` makes room for `vault restore`. The file was left as it is.",
        .notABackup: "Name a file that `vault backup` made; nothing was written.",
        .notAVault: "Name the right file with --vault; this one was left as it is.",
        .symbolicLink: "Name the file itself with --vault.",
        .notAFile: "Name a file with --vault, not a folder or a device.",
        .readOnly: "Make it writable with `chmod u+w`, or move the vault to a writable place with --vault.",
        .tooLarge: "Store less, or allow a passphrase's slot its memory with --memory-limit; nothing was written.",
    ]
}

#!/usr/bin/env python3
"""Writes a vault of format 1 with made-up content, from FORMAT.md alone.

The first half of the records is sealed in epoch 1 and the rest in epoch 2, as after a rotation that was cut off.
Usage: vault_writer.py VAULT PASSPHRASE-FILE KEY-FILE
"""

import os
import sqlite3
import sys
import time

import journal as j
import keys as k
import records as r
from primitives import *
from vault_reader import SCHEMA


def session(subject, extras):
    """The records of one account: kind and body."""
    yield r.TOKEN, {
        "access": f"python-token-number-{len(subject)}".encode(), "refresh": f"python-refresh-of-{subject}".encode(),
        "expiry": 1893456000000, "scopes": ["orders", "größe"]}
    yield r.USER, {"value": f'{{"id":"{subject}"}}'.encode()}
    if extras:
        yield r.DEVICE, {"value": f"python-device-of-{subject}".encode()}
        yield r.NOTIFICATION, {"value": f"python-push-of-{subject}".encode(), "app": "app"}


def contents():
    now = int(time.time() * 1000)
    for subject, extras in (("42", True), ("jos\u00e9@example.com", False)):
        marks = {
            "realm": "example/one", "subject": subject, "session": os.urandom(16), "created": now, "updated": now,
            "branch": 3, "open": not extras, "roles": ["driver", "customer"] if extras else []}
        for kind, body in session(subject, extras):
            yield dict(marks, kind=kind, body=body, expiry=body.get("expiry"))
    yield {
        "kind": r.LOGOUT, "realm": "example/one", "subject": "left", "session": os.urandom(16), "created": now,
        "updated": now, "branch": 10, "open": True, "roles": [], "body": {
            "access": b"python-token-that-was-left-behind", "refresh": b"python-refresh-that-was-left",
            "value": b"python-push-that-was-left", "app": "app"}}
    for size in (0, 5, 4091, 5000):
        yield {
            "kind": r.SECRET, "realm": "python", "subject": str(size), "session": b"", "created": now, "updated": now,
            "body": {"value": bytes(index % 251 for index in range(size))}}


def fingerprints(keys, record):
    body, kind = record["body"], record["kind"]
    values = {r.TOKEN: [(1, "access"), (2, "refresh")], r.DEVICE: [(3, "value")], r.NOTIFICATION: [(4, "value")],
              r.SECRET: [(5, "value")], r.LOGOUT: [(1, "access"), (2, "refresh"), (4, "value")]}.get(kind, [])
    return [(number, None, r.fingerprint(keys.audit_names(1), body[name])) for number, name in values]


def row(keys, record, epoch, version):
    record["fingerprints"] = fingerprints(keys, record)
    name = keys.record_name(record["kind"], record["realm"], record["subject"], r.discriminator(record))
    metadata = seal(
        padded(r.metadata_bytes(record)), r.context(keys.vault_id, name, epoch, version, 1), keys.metadata[epoch])
    body = seal(
        padded(r.body_bytes(record["kind"], record["body"])),
        r.context(keys.vault_id, name, epoch, version, 2, metadata), keys.body_key(epoch, record["kind"]))
    return name, epoch, version, metadata, body


def write(path, passphrase, key_file):
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute(f"PRAGMA application_id = {0x53564C54}")
    database.execute("PRAGMA user_version = 1")
    database.execute("BEGIN IMMEDIATE")
    for statement in SCHEMA:
        if statement and "sqlite_" not in statement:
            database.execute(statement)
    keys = k.Keys(os.urandom(16), root=os.urandom(32))
    created = int(time.time() * 1000)
    slots = [
        (1, k.make_slot(k.PASSPHRASE, k.OWNER, passphrase, keys.root, keys.vault_id)),
        (4, k.make_slot(k.KEY_FILE, k.AUDITOR, key_file, keys.audit_root, keys.vault_id))]
    epochs = [(number, *keys.make_epoch(number)) for number in (0, 1, 2)]
    tag = k.header_mac(keys, created, slots, epochs)
    records = list(contents())
    rows = [row(keys, record, 1 if 2 * i < len(records) else 2, i + 1) for i, record in enumerate(records)]
    events, head = j.make_journal(keys, [(1, None), (2, keys.account_tag("example/one", "42")), (7, None)], created)
    summary = u64(len(rows)) + u64(len(rows)) + r.manifest_sum(keys.names(3), rows)
    summary += u64(1) + u64(len(events) + 1) + head
    sealed = seal(summary, r.manifest_context(keys.vault_id, tag), keys.names(2))
    database.execute("INSERT INTO header VALUES (1, ?, ?, ?)", (keys.vault_id, created, tag))
    database.executemany("INSERT INTO slot VALUES (?, ?)", slots)
    database.executemany("INSERT INTO epoch VALUES (?, ?, ?)", epochs)
    database.execute("INSERT INTO manifest VALUES (1, ?)", (sealed,))
    database.executemany("INSERT INTO record (name, epoch, version, metadata, body) VALUES (?, ?, ?, ?, ?)", rows)
    database.executemany("INSERT INTO event VALUES (?, ?)", events)
    database.execute("COMMIT")
    database.close()


def main():
    path, passphrase_file, key_file = sys.argv[1:]
    with open(passphrase_file, "rb") as handle:
        passphrase = handle.read()
    with open(key_file, "rb") as handle:
        write(path, passphrase, k.key_file_key(handle.read()))


if __name__ == "__main__":
    main()

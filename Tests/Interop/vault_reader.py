#!/usr/bin/env python3
"""Opens a vault of format 1, checks everything that FORMAT.md lays down, and prints what it holds as JSON.

For tests: it prints every secret. Usage: vault_reader.py VAULT passphrase|key-file|recovery-code FILE
"""

import base64
import json
import sqlite3
import sys

import journal as j
import keys as k
import records as r
from primitives import *

SCHEMA = {
    "CREATE TABLE header (id INTEGER PRIMARY KEY CHECK (id = 1), vault_id BLOB NOT NULL, created INTEGER NOT NULL, mac BLOB NOT NULL) STRICT",
    "CREATE TABLE slot (number INTEGER PRIMARY KEY AUTOINCREMENT, bytes BLOB NOT NULL) STRICT",
    "CREATE TABLE epoch (number INTEGER PRIMARY KEY, content BLOB NOT NULL, metadata BLOB NOT NULL) STRICT",
    "CREATE TABLE manifest (id INTEGER PRIMARY KEY CHECK (id = 1), sealed BLOB NOT NULL) STRICT",
    "CREATE TABLE record (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE, epoch INTEGER NOT NULL, version INTEGER NOT NULL, metadata BLOB NOT NULL, body BLOB NOT NULL) STRICT",
    "CREATE TABLE quarantine (id INTEGER PRIMARY KEY, name BLOB NOT NULL, epoch INTEGER NOT NULL, version INTEGER NOT NULL, metadata BLOB NOT NULL, body BLOB NOT NULL) STRICT",
    "CREATE TABLE event (number INTEGER PRIMARY KEY, sealed BLOB NOT NULL) STRICT",
    "CREATE TABLE sqlite_sequence(name,seq)",
    None,
}


def require(condition, what):
    if not condition:
        raise Damaged(what)


def unlock(database, kind, secret, vault_id):
    slots = database.execute("SELECT number, bytes FROM slot ORDER BY number").fetchall()
    require(1 <= len(slots) <= 16, "number of slots")
    for _, data in slots:
        slot = k.Slot(data)
        key = slot.open(kind, secret, vault_id)
        if key:
            owner = slot.scope == k.OWNER
            return slots, k.Keys(vault_id, root=key if owner else None, audit_root=None if owner else key)
    raise SystemExit("wrong key")


def read_record(keys, row):
    name, epoch, version, metadata, body = row
    require(epoch > 0, "a record of epoch 0")
    record = r.read_metadata(unpadded(unseal(
        metadata, r.context(keys.vault_id, name, epoch, version, 1), keys.metadata[epoch], "metadata")))
    record["epoch"], record["version"] = epoch, version
    record["tag"] = keys.account_tag(record["realm"], record["subject"])
    if keys.root:
        require(name == keys.record_name(record["kind"], record["realm"], record["subject"], r.discriminator(record)), "record name")
        sealed_for = r.context(keys.vault_id, name, epoch, version, 2, metadata)
        record["body"] = r.read_body(
            record["kind"], unpadded(unseal(body, sealed_for, keys.body_key(epoch, record["kind"]), "body")))
    record["fingerprints"] = check_fingerprints(keys, record)
    return record


def check_fingerprints(keys, record):
    """Makes the fingerprints anew from the values, and compares. Returns how many values have one."""
    key = keys.audit_names(1)
    body = record.get("body", {})
    value_of = {1: body.get("access"), 2: body.get("refresh"), 3: body.get("value"), 4: body.get("value"), 5: body.get("value")}
    covered = 0
    for value, retired, data in record["fingerprints"]:
        if not data:
            require(retired or "body" not in record or not r.fingerprint(key, value_of[value]), "fingerprint is missing")
            continue
        r.check_fingerprint(data)
        covered += 1
        if not retired and "body" in record:
            require(data == r.fingerprint(key, value_of[value]), "fingerprint")
    return covered


def read(path, kind, secret):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    require(database.execute("PRAGMA application_id").fetchone()[0] == 0x53564C54, "application id")
    require(database.execute("PRAGMA user_version").fetchone()[0] == 1, "format")
    require(database.execute("PRAGMA journal_mode").fetchone()[0] == "wal", "WAL mode")
    require({row[0] for row in database.execute("SELECT sql FROM sqlite_schema")} == SCHEMA, "schema")
    database.execute("BEGIN")
    (vault_id, created, tag), = database.execute("SELECT vault_id, created, mac FROM header WHERE id = 1")
    slots, keys = unlock(database, kind, secret, vault_id)
    epochs = database.execute("SELECT number, content, metadata FROM epoch ORDER BY number").fetchall()
    for epoch in epochs:
        keys.add_epoch(*epoch)
    rows = database.execute("SELECT name, epoch, version, metadata, body FROM record ORDER BY id").fetchall()
    result = {
        "vault_id": vault_id, "created": created, "scope": "owner" if keys.root else "auditor",
        "slots": len(slots), "epochs": [epoch[0] for epoch in epochs],
    }
    if keys.root:
        require(same(tag, k.header_mac(keys, created, slots, epochs)), "header MAC")
        (sealed,), = database.execute("SELECT sealed FROM manifest WHERE id = 1")
        manifest = Cursor(unseal(sealed, r.manifest_context(vault_id, tag), keys.names(2), "manifest"))
        result["sequence"], count, total = manifest.number("Q"), manifest.number("Q"), manifest.take(32)
        first, following, head = manifest.number("Q"), manifest.number("Q"), manifest.take(32)
        manifest.finish()
        require(count == len(rows), "number of records")
        require(total == r.manifest_sum(keys.names(3), rows), "multiset hash")
    events = database.execute("SELECT number, sealed FROM event ORDER BY number").fetchall()
    result["events"], link = j.read_journal(keys, events)
    if keys.root:
        require([number for number, _ in events] == list(range(first, following)), "numbers of the events")
        require(link == head, "end of the journal")
        newest = max(keys.content)
        result["tags"] = [keys.log_tag(epoch, "device", "größe") for epoch in range(newest, 0, -1)]
    result["quarantined"] = database.execute("SELECT count(*) FROM quarantine").fetchone()[0]
    result["records"] = [read_record(keys, row) for row in rows]
    if keys.root:
        require(all(record["version"] <= result["sequence"] for record in result["records"]), "record version")
    return result


def printable(value):
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    raise TypeError(value)


def main():
    path, source, file = sys.argv[1:]
    with open(file, "rb") as handle:
        given = handle.read()
    kind, secret = {
        "passphrase": lambda: (k.PASSPHRASE, given),
        "key-file": lambda: (k.KEY_FILE, k.key_file_key(given)),
        "recovery-code": lambda: (k.RECOVERY, k.recovery_symbols(given.decode("ascii"))),
    }[source]()
    try:
        print(json.dumps(read(path, kind, secret), default=printable, sort_keys=True))
    except Damaged as damage:
        sys.exit(f"damaged: {damage}")


if __name__ == "__main__":
    main()

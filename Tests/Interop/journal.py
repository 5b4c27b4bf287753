"""The journal: sealed events, each with the link of the one before."""

from primitives import *

KINDS = {
    1: "created", 2: "admitted", 3: "refused", 4: "refreshed", 5: "refresh-begun", 6: "refresh-in-doubt", 7: "signed-out",
    8: "slot-added", 9: "slot-removed", 10: "rotated", 11: "root-replaced", 12: "restored", 13: "repaired",
    14: "rollback-accepted", 15: "refresh-abandoned"}


def context(vault_id, number):
    return b"SVJ1" + field(vault_id) + u64(number)


def link(previous, number, sealed):
    return digest(32, b"SVJL" + previous + u64(number) + sealed)


def read_admission(cursor):
    if not cursor.flag():
        return None
    return {
        "branch": cursor.number("B"), "open": cursor.flag(), "roles": [cursor.text(64) for _ in range(cursor.number("I"))]}


def read_journal(keys, rows):
    """The events' kinds and tags, and the last link; every event has to follow from the one before."""
    key, events, last = keys.audit_names(3), [], bytes(32)
    for position, (number, sealed) in enumerate(rows):
        cursor = Cursor(unpadded(unseal(sealed, context(keys.vault_id, number), key, "event")))
        previous = cursor.take(32)
        if (position and previous != last) or (number == 1 and previous != bytes(32)):
            raise Damaged("event does not follow")
        if cursor.number("B") != 1:
            raise Damaged("event version")
        kind, time, tag = cursor.number("B"), cursor.number("q"), cursor.field(5)
        admission = read_admission(cursor)
        refusal, about = cursor.number("B"), cursor.number("Q")
        cursor.finish()
        last = link(previous, number, sealed)
        events.append({
            "kind": KINDS[kind], "time": time, "tag": tag and "acct-" + tag.hex(), "admission": admission,
            "refusal": refusal, "number": about})
    return events, last


def make_journal(keys, events, time):
    """Rows of events given as kind and account tag, and the last link."""
    key, rows, last = keys.audit_names(3), [], bytes(32)
    for number, (kind, tag) in enumerate(events, 1):
        message = last + u8(1) + u8(kind) + i64(time) + field(bytes.fromhex(tag[5:]) if tag else b"")
        message += u8(0) + u8(0) + u64(0)
        sealed = seal(padded(message), context(keys.vault_id, number), key)
        rows.append((number, sealed))
        last = link(last, number, sealed)
    return rows, last

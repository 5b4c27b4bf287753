"""Metadata, bodies, the manifest, and the leak fingerprints."""

import base64

from primitives import *

TOKEN, USER, DEVICE, NOTIFICATION, SECRET = 1, 2, 3, 4, 5


def context(vault_id, name, epoch, version, part, sealed_metadata=None):
    start = b"SVR1" + field(vault_id) + field(name) + u32(epoch) + u64(version) + u8(part)
    return start if part == 1 else start + digest(32, sealed_metadata)


def expiry_bytes(time):
    return u8(0) + i64(0) if time is None else u8(1) + i64(time)


def read_expiry(cursor):
    known, time = cursor.flag(), cursor.number("q")
    if not known and time != 0:
        raise Damaged("an unknown expiry names a time")
    return time if known else None


def metadata_bytes(record):
    data = u8(1) + u8(record["kind"])
    for text in (record["realm"], record["subject"], ""):
        data += field(text.encode("utf-8"))
    data += field(record["session"]) + i64(record["created"]) + i64(record["updated"])
    data += expiry_bytes(record.get("expiry"))
    if record["kind"] == SECRET:
        data += u8(0)
    else:
        roles = sorted(record["roles"])
        data += u8(1) + u8(record["branch"]) + u8(1 if record["open"] else 0) + u32(len(roles))
        data += b"".join(field(role.encode("utf-8")) for role in roles)
    return data + u32(len(record["fingerprints"])) + b"".join(
        u8(value) + expiry_bytes(retired) + field(print_) for value, retired, print_ in record["fingerprints"])


def read_metadata(data):
    cursor = Cursor(data)
    if cursor.number("B") != 1:
        raise Damaged("metadata version")
    record = {"kind": cursor.number("B"), "realm": cursor.text(3072), "subject": cursor.text(3072)}
    if record["kind"] not in range(1, 6) or (record["kind"] != SECRET and not record["subject"]):
        raise Damaged("metadata kind or subject")
    if cursor.text(3072) != "":
        raise Damaged("discriminator")
    record["session"] = cursor.field(16)
    if len(record["session"]) != (0 if record["kind"] == SECRET else 16):
        raise Damaged("session")
    record["created"], record["updated"] = cursor.number("q"), cursor.number("q")
    record["expiry"] = read_expiry(cursor)
    if cursor.flag() == (record["kind"] == SECRET):
        raise Damaged("admission")
    if record["kind"] != SECRET:
        record["branch"], record["open"] = cursor.number("B"), cursor.flag()
        record["roles"] = [cursor.text(64) for _ in range(cursor.number("I"))]
        if record["branch"] not in range(1, 11) or record["roles"] != sorted(record["roles"]):
            raise Damaged("admission")
    record["fingerprints"] = [
        (cursor.number("B"), read_expiry(cursor), cursor.field(65536)) for _ in range(cursor.number("I"))]
    cursor.finish()
    return record


def body_bytes(kind, body):
    if kind == TOKEN:
        data = field(body["access"])
        data += u8(1) + field(body["refresh"]) if body.get("refresh") else u8(0)
        data += expiry_bytes(body.get("expiry")) + u32(len(body["scopes"]))
        return data + b"".join(field(scope.encode("utf-8")) for scope in body["scopes"])
    if kind == NOTIFICATION:
        return field(body["value"]) + field(body["app"].encode("utf-8"))
    return field(body["value"])


def read_body(kind, data):
    cursor, body = Cursor(data), {}
    if kind == TOKEN:
        body["access"] = cursor.field(65536)
        if not body["access"] or not all(0x21 <= byte <= 0x7E for byte in body["access"]):
            raise Damaged("access token")
        body["refresh"] = cursor.field(65536) if cursor.flag() else None
        body["expiry"] = read_expiry(cursor)
        body["scopes"] = [cursor.text(256) for _ in range(cursor.number("I"))]
    else:
        body["value"] = cursor.field({USER: 1048576, DEVICE: 4096, NOTIFICATION: 4096, SECRET: 1048576}[kind])
        if kind == NOTIFICATION:
            body["app"] = cursor.text(256)
    cursor.finish()
    return body


def manifest_context(vault_id, mac_of_header):
    return b"SVM1" + field(vault_id) + field(mac_of_header)


def manifest_sum(leaf_key, rows):
    total = 0
    for name, epoch, version, metadata, body in rows:
        data = field(name) + u32(epoch) + u64(version)
        for part in (metadata, body):
            data += field(part[:NONCE]) + field(part[-TAG:])
        total += int.from_bytes(mac(32, leaf_key, data), "little")
    return (total % 2**256).to_bytes(32, "little")


def forms(value):
    """The forms of a value that need no rule but their name's; the text forms are left to the writer's tests."""
    made = {1: value}
    for number, encode in ((2, base64.b64encode), (5, base64.urlsafe_b64encode)):
        for skipped in range(3):
            rest = value[skipped:]
            made[number + skipped] = encode(rest[: len(rest) // 3 * 3])
    made[8], made[9] = value.hex().encode(), value.hex().upper().encode()
    plainest = {}
    for number in sorted(made, reverse=True):
        plainest[made[number]] = number
    return {number: data for data, number in plainest.items()}


def fingerprint_form(key, form, data, head_is_evidence):
    window_key, confirm_key = kdf(key, 1, b"SVPRINT1"), kdf(key, 2, b"SVPRINT1")
    c, m1, m2 = struct.unpack("<3Q", window_key[:24])
    m1, m2, all_ones = m1 | 1, m2 | 1, 2**64 - 1

    def window(offset):
        x = m1 * (int.from_bytes(data[offset : offset + 8], "little") ^ c) & all_ones
        return u32((m2 * (x ^ (x >> 32)) & all_ones) >> 32)

    def confirm(number, part):
        return mac(16, confirm_key, u8(number) + part)

    head = confirm(1, data[:16])[:8] if head_is_evidence else bytes(8)
    return (
        u8(form) + u32(len(data)) + b"".join(window(i) for i in range(8))
        + b"".join(window(len(data) - 8 - i) for i in range(8))
        + head + confirm(2, data[-16:])[:8] + confirm(3, data))


def fingerprint(key, value):
    """A fingerprint of the forms above, or nothing where the value is too weak for one."""
    if not 16 <= len(value) <= 65536 or len(set(value)) < 8:
        return b""
    evidence = not value.startswith((b"eyJ", b"-----BEGIN "))
    parts = [
        fingerprint_form(key, form, data, evidence) for form, data in sorted(forms(value).items()) if len(data) >= 16]
    return u8(1) + u8(len(parts)) + b"".join(parts)


def fingerprint_parts(data):
    """The forms of a fingerprint by number."""
    cursor = Cursor(data)
    if cursor.number("B") != 1:
        raise Damaged("fingerprint version")
    parts = [cursor.take(101) for _ in range(cursor.number("B"))]
    cursor.finish()
    numbers = [part[0] for part in parts]
    if numbers != sorted(set(numbers)):
        raise Damaged("fingerprint order")
    return dict(zip(numbers, parts))

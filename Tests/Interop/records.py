"""Metadata, bodies, the manifest, and the leak fingerprints."""

from primitives import *

TOKEN, USER, DEVICE, NOTIFICATION, SECRET, LOGOUT = 1, 2, 3, 4, 5, 6


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


def discriminator(record):
    return record["session"].hex() if record["kind"] == LOGOUT else ""


def metadata_bytes(record):
    data = u8(1) + u8(record["kind"])
    for text in (record["realm"], record["subject"], discriminator(record)):
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
    if record["kind"] not in range(1, 7) or (record["kind"] != SECRET and not record["subject"]):
        raise Damaged("metadata kind or subject")
    named = cursor.text(3072)
    record["session"] = cursor.field(16)
    if named != discriminator(record):
        raise Damaged("discriminator")
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
    if kind == LOGOUT:
        data = field(body["access"]) + (u8(1) + field(body["refresh"]) if body.get("refresh") else u8(0))
        push = body.get("value")
        return data + (u8(1) + field(push) + field(body["app"].encode("utf-8")) if push else u8(0))
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
    elif kind == LOGOUT:
        body["access"] = cursor.field(65536)
        body["refresh"] = cursor.field(65536) if cursor.flag() else None
        if cursor.flag():
            body["value"], body["app"] = cursor.field(4096), cursor.text(256)
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


def label_end(value):
    """The size of the labels that a value begins with."""
    end, label = 0, b""
    for index, byte in enumerate(value[:16]):
        character = bytes([byte])
        if character in (b"_", b"-", b".", b":", b"=", b" "):
            upper = sum(65 <= letter <= 90 for letter in label)
            one_case = upper in (0, len(label)) or (upper == 1 and 65 <= label[0] <= 90)
            digits = any(48 <= letter <= 57 for letter in label)
            if not one_case or len(label) < (1 if end else 2) or (digits and not end):
                break
            end, label = index + 1, b""
        elif byte < 128 and character.isalnum():
            label += character
        else:
            break
    return end


def constant_ends(value):
    front, back = label_end(value), 0
    if value.startswith(b"eyJ", front):
        parts = value[front:].split(b".", 2)
        return (front + len(parts[0]) + len(parts[1]) + 2 if len(parts) == 3 else front), 0, False
    if value.startswith(b"-----BEGIN "):
        if b"\n" in value:
            front = value.index(b"\n") + 1
            last = value.rfind(b"-----END ")
            back = len(value) - last if last > front else 0
        return front, back, False
    return front, back, True


def end_size(part):
    telling = sum(byte >= 128 or chr(byte).lower() in "ghijklmnopqrstuvwxyz" for byte in part)
    return 24 if telling >= 6 else 36


def ends(value):
    """Bytes skipped and size of head and of tail, or nothing where the value is too weak."""
    if not 24 <= len(value) <= 65536 or len(set(value)) < 8:
        return None
    front, back, has_head = constant_ends(value)
    own = value[front : len(value) - back]
    if len(own) < 24:
        return None
    head, tail = end_size(own[:24]), end_size(own[-24:])
    if len(own) > max(head, tail):
        return (front, head) if has_head else (0, 0), (back, tail)
    if len(own) < min(32, max(head, tail)):
        return None
    return ((front, len(own)), (0, 0)) if has_head else ((0, 0), (back, len(own)))


def fingerprint(key, value):
    """The fingerprint of a value, or nothing where it is too weak for one."""
    found = ends(value)
    if found is None:
        return b""
    (front, head), (back, tail) = found
    c, m = struct.unpack("<2Q", kdf(key, 1, b"SVPRINT1")[:16])
    confirm_key = kdf(key, 2, b"SVPRINT1")

    def quick(part):
        folded = bytes((part[i] + 3 * part[i + 8] + 5 * part[i + 16]) % 256 for i in range(8))
        product = (int.from_bytes(folded, "little") ^ c) * (m | 1)
        return u32(((product >> 64) ^ (product % 2**64)) >> 32)

    def confirm(number, part):
        return mac(16, confirm_key, u8(number) + part)

    def sort(part):
        if all(chr(byte).isascii() and (chr(byte).isalnum() or byte in b"-._~+/=") for byte in part):
            return u8(0)
        if all(32 < byte < 127 for byte in part):
            return u8(1)
        return u8(2) if all(byte < 128 for byte in part) else u8(3)

    data = u8(1) + u32(len(value))
    data += u32(front) + u8(head) + sort(value[front : front + 24]) if head else bytes(6)
    data += u32(back) + u8(tail) + sort(value[len(value) - back - 24 : len(value) - back]) if tail else bytes(6)
    data += quick(value[front : front + 24]) + confirm(1, value[: front + head]) if head else bytes(20)
    end = len(value) - back
    data += quick(value[end - 24 : end]) + confirm(2, value[end - tail :]) if tail else bytes(20)
    return data + confirm(3, value)


def check_fingerprint(data):
    cursor = Cursor(data)
    if cursor.number("B") != 1:
        raise Damaged("fingerprint version")
    length = cursor.number("I")
    places = [(cursor.number("I"), cursor.number("B"), cursor.number("B")) for _ in range(2)]
    numbers = [cursor.take(20) for _ in range(2)]
    cursor.take(16)
    cursor.finish()
    if not 24 <= length <= 65536 or places == [(0, 0, 0), (0, 0, 0)]:
        raise Damaged("fingerprint")
    for (skipped, size, sort), number in zip(places, numbers):
        if size == 0:
            if skipped or sort or any(number):
                raise Damaged("fingerprint end that is absent")
        elif not 24 <= size <= 36 or sort > 3 or skipped + size > length:
            raise Damaged("fingerprint end")

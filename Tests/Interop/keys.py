"""Slots, epochs, and every key that is derived from them."""

from primitives import *

PASSPHRASE, KEY_FILE, RECOVERY, SECRET_SERVICE, TPM = 1, 2, 3, 4, 5
OWNER, AUDITOR = 1, 2
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def key_file_key(line):
    prefix = b"sessionvault-key-1:"
    text = line.strip(b"\r\n")
    if not text.startswith(prefix) or len(text) != len(prefix) + 64:
        raise SystemExit("this is no key file")
    return bytes.fromhex(text[len(prefix) :].decode("ascii"))


def recovery_symbols(typed):
    text = "".join(typed.upper().replace("-", "").split())
    for wrong, right in (("I", "1"), ("L", "1"), ("O", "0")):
        text = text.replace(wrong, right)
    symbols = bytes(ALPHABET.index(symbol) for symbol in text)
    body, check = symbols[:32], symbols[32:]
    if len(symbols) != 36 or [b % 32 for b in digest(16, body)[:4]] != list(check):
        raise SystemExit("the recovery code is mistyped")
    return body


class Slot:
    SIZE = 4 + 1 + 1 + 4 + 4 + 16 + 72 + 32 + 16

    def __init__(self, data):
        if not self.SIZE <= len(data) <= self.SIZE + 4 + 2048 or data[:4] != b"SVS1" or not same(data[-16:], digest(16, data[:-16])):
            raise Damaged("slot")
        cursor = Cursor(data[4:-16])
        self.kind, self.scope = cursor.number("B"), cursor.number("B")
        self.passes, self.memory = cursor.number("I"), cursor.number("I")
        self.salt = cursor.take(16)
        self.note = cursor.field(2048) if self.kind == TPM else b""
        self.wrapped, self.commitment = cursor.take(72), cursor.take(32)
        cursor.finish()
        if self.kind == PASSPHRASE:
            fits = 1 <= self.passes <= 64 and 8192 <= self.memory <= 1048576
            if not fits or self.passes * self.memory > 16777216:
                raise Damaged("slot cost")
        elif self.kind not in (KEY_FILE, RECOVERY, SECRET_SERVICE, TPM) or self.passes or self.memory:
            raise Damaged("slot kind")
        self.start = data[:-136] if self.kind == TPM else data[:30]

    def open(self, kind, secret, vault_id):
        """The wrapped key, or None where `secret` is not this slot's."""
        if kind != self.kind:
            return None
        key = slot_key(kind, secret, self.salt, self.passes, self.memory)
        context = self.start + vault_id
        if not same(self.commitment, mac(32, kdf(key, 2, b"SVSLOT1_"), context + self.wrapped)):
            return None
        return unseal(self.wrapped, context, kdf(key, 1, b"SVSLOT1_"), "slot")


def slot_key(kind, secret, salt, passes, memory):
    if kind == PASSPHRASE:
        return argon2id(secret, salt, passes, memory)
    return mac(32, secret if kind == KEY_FILE else digest(32, secret), salt)


def make_slot(kind, scope, secret, wrapped_key, vault_id):
    passes, memory = (3, 8192) if kind == PASSPHRASE else (0, 0)
    salt = os.urandom(16)
    start = b"SVS1" + u8(kind) + u8(scope) + u32(passes) + u32(memory) + salt
    key = slot_key(kind, secret, salt, passes, memory)
    context = start + vault_id
    wrapped = seal(wrapped_key, context, kdf(key, 1, b"SVSLOT1_"))
    data = start + wrapped + mac(32, kdf(key, 2, b"SVSLOT1_"), context + wrapped)
    return data + digest(16, data)


def epoch_context(vault_id, number, part):
    return b"SVE1" + vault_id + u32(number) + u8(part)


class Keys:
    """What the root (of an owner) or the audit root (of an auditor) leads to."""

    def __init__(self, vault_id, root=None, audit_root=None):
        self.vault_id, self.root = vault_id, root
        self.audit_root = audit_root or kdf(root, 3, b"SVROOT1_")
        self.metadata_wrap = kdf(self.audit_root, 1, b"SVAUDIT1")
        self.header_mac = root and kdf(root, 1, b"SVROOT1_")
        self.content_wrap = root and kdf(root, 2, b"SVROOT1_")
        self.content, self.metadata = {}, {}

    def add_epoch(self, number, content, metadata):
        self.metadata[number] = unseal(
            metadata, epoch_context(self.vault_id, number, 2), self.metadata_wrap, "epoch metadata key")
        if self.root:
            self.content[number] = unseal(
                content, epoch_context(self.vault_id, number, 1), self.content_wrap, "epoch content key")

    def make_epoch(self, number):
        """A new epoch's two columns; its keys are kept."""
        self.content[number], self.metadata[number] = os.urandom(32), os.urandom(32)
        return (
            seal(self.content[number], epoch_context(self.vault_id, number, 1), self.content_wrap),
            seal(self.metadata[number], epoch_context(self.vault_id, number, 2), self.metadata_wrap))

    def names(self, number):
        return kdf(self.content[0], number, b"SVNAMES1")

    def audit_names(self, number):
        return kdf(self.metadata[0], number, b"SVAUDNM1")

    def record_name(self, kind, realm, subject, discriminator=""):
        parts = b"".join(field(text.encode("utf-8")) for text in (realm, subject, discriminator))
        return mac(16, self.names(1), u8(kind) + parts)

    def account_tag(self, realm, subject):
        parts = field(realm.encode("utf-8")) + field(subject.encode("utf-8"))
        return "acct-" + mac(16, self.audit_names(2), parts)[:5].hex()

    def log_tag(self, epoch, kind, text):
        key = kdf(self.names(4), epoch, b"SVLOGTAG")
        message = field(kind.encode("utf-8")) + field(text.encode("utf-8"))
        return f"<{kind}:{epoch}:{mac(16, key, message)[:8].hex()}>"

    def body_key(self, epoch, kind):
        return kdf(self.content[epoch], kind, b"SVBODY1_")


def header_mac(keys, created, slots, epochs):
    data = b"SVH1" + u32(1) + field(keys.vault_id) + i64(created)
    data += u32(len(slots)) + b"".join(i64(number) + field(slot) for number, slot in slots)
    data += u32(len(epochs)) + b"".join(u32(n) + field(content) + field(metadata) for n, content, metadata in epochs)
    return mac(32, keys.header_mac, data)

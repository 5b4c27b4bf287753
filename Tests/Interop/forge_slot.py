#!/usr/bin/env python3
"""Gives a vault a key slot whose wrapped key opens, as far as the AEAD can tell, under two passphrases.

Poly1305's tag is a polynomial of the ciphertext, so two blocks of ciphertext can be solved for such that one tag is right
under two keys. The vault's root is replaced by what the slot holds under the passphrase that the commitment is made for:
what somebody would do who hands out a vault of his own making, and asks which passphrase opens it.
Usage: forge_slot.py VAULT PASSPHRASE-FILE PASSPHRASE-FILE 1|2
"""

import os
import sqlite3
import sys

import keys as k
import records as r
from primitives import *
from primitives import _sodium

PRIME = 2**130 - 5
BLOCK = 2**128


class OneTimeKey:
    """What Poly1305 makes of one message key and nonce (RFC 8439, section 2.6; XChaCha20 as in the IRTF draft)."""

    def __init__(self, key, nonce):
        subkey, block = ctypes.create_string_buffer(32), ctypes.create_string_buffer(32)
        _sodium.crypto_core_hchacha20(subkey, nonce[:16], key, None)
        _sodium.crypto_stream_chacha20_ietf(block, ctypes.c_ulonglong(32), bytes(4) + nonce[16:], subkey)
        self.r = int.from_bytes(block.raw[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
        self.s = int.from_bytes(block.raw[16:], "little")

    def known(self, context, size):
        """The polynomial's value but for the two blocks of ciphertext, and what these two are multiplied by."""
        padded_context = context + bytes(-len(context) % 16)
        blocks = [padded_context[i : i + 16] for i in range(0, len(padded_context), 16)]
        blocks += [None, None, u64(len(context)) + u64(size)]
        value, powers = 0, []
        for index, block in enumerate(blocks):
            power = pow(self.r, len(blocks) - index, PRIME)
            if block is None:
                powers.append(power)
            else:
                value += (int.from_bytes(block, "little") + BLOCK) * power
        return value % PRIME, powers


def solve(one, other, tag, context):
    """Two blocks for which `tag` is right under both keys, or None where they are no blocks."""
    (base, (a, b)), (base_2, (c, d)) = one.known(context, 32), other.known(context, 32)
    inverse = pow(a * d - b * c, -1, PRIME)
    for carry in range(4):
        left = ((tag - one.s) % BLOCK + carry * BLOCK - base) % PRIME
        for carry_2 in range(4):
            right = ((tag - other.s) % BLOCK + carry_2 * BLOCK - base_2) % PRIME
            x = (left * d - right * b) * inverse % PRIME - BLOCK
            y = (right * a - left * c) * inverse % PRIME - BLOCK
            if 0 <= x < BLOCK and 0 <= y < BLOCK:
                return x.to_bytes(16, "little") + y.to_bytes(16, "little")
    return None


def forge(key, other_key, context):
    """A sealed message of 32 bytes that opens under both keys, to something else under each."""
    nonce = os.urandom(NONCE)
    one, other = OneTimeKey(key, nonce), OneTimeKey(other_key, nonce)
    for _ in range(10_000):
        tag = os.urandom(TAG)
        blocks = solve(one, other, int.from_bytes(tag, "little"), context)
        if blocks is None:
            continue
        sealed = nonce + blocks + tag
        try:
            if unseal(sealed, context, key, "one") != unseal(sealed, context, other_key, "other"):
                return sealed
        except Damaged:
            continue  # the carry that was assumed is not the one that there is
    raise SystemExit("no solution was found")


def forged_slot(passphrases, committed, vault_id):
    """The slot's bytes, and the key that it holds under the passphrase that it commits to."""
    start = b"SVS1" + u8(k.PASSPHRASE) + u8(k.OWNER) + u32(3) + u32(8192) + os.urandom(16)
    slot_keys = [k.slot_key(k.PASSPHRASE, passphrase, start[14:], 3, 8192) for passphrase in passphrases]
    wraps = [kdf(key, 1, b"SVSLOT1_") for key in slot_keys]
    context = start + vault_id
    wrapped = forge(*wraps, context)
    data = start + wrapped + mac(32, kdf(slot_keys[committed], 2, b"SVSLOT1_"), context + wrapped)
    return data + digest(16, data), unseal(wrapped, context, wraps[committed], "slot")


def rewrapped(old, new, epoch):
    """An epoch's row under the new root, with the keys that it had."""
    number, content, metadata = epoch
    old.add_epoch(number, content, metadata)
    return (
        number,
        seal(old.content[number], k.epoch_context(old.vault_id, number, 1), new.content_wrap),
        seal(old.metadata[number], k.epoch_context(old.vault_id, number, 2), new.metadata_wrap))


def replace_root(path, passphrases, committed):
    database = sqlite3.connect(path, isolation_level=None)
    (vault_id, created, old_tag), = database.execute("SELECT vault_id, created, mac FROM header WHERE id = 1")
    (number, data), = database.execute("SELECT number, bytes FROM slot")
    old = k.Keys(vault_id, root=k.Slot(data).open(k.PASSPHRASE, passphrases[0], vault_id))
    slot, root = forged_slot(passphrases, committed, vault_id)
    new = k.Keys(vault_id, root=root)
    rows = database.execute("SELECT number, content, metadata FROM epoch ORDER BY number").fetchall()
    epochs = [rewrapped(old, new, row) for row in rows]
    tag = k.header_mac(new, created, [(number, slot)], epochs)
    (sealed,), = database.execute("SELECT sealed FROM manifest WHERE id = 1")
    summary = unseal(sealed, r.manifest_context(vault_id, old_tag), old.names(2), "manifest")
    database.execute("BEGIN IMMEDIATE")
    database.execute("UPDATE slot SET bytes = ?", (slot,))
    database.execute("UPDATE header SET mac = ?", (tag,))
    for number, content, metadata in epochs:
        database.execute("UPDATE epoch SET content = ?, metadata = ? WHERE number = ?", (content, metadata, number))
    database.execute("UPDATE manifest SET sealed = ?", (seal(summary, r.manifest_context(vault_id, tag), old.names(2)),))
    database.execute("COMMIT")
    database.close()


def main():
    path, *files, committed = sys.argv[1:]
    passphrases = []
    for file in files:
        with open(file, "rb") as handle:
            passphrases.append(handle.read())
    replace_root(path, passphrases, int(committed) - 1)


if __name__ == "__main__":
    main()

"""The primitives that FORMAT.md names, from libsodium and hashlib."""

import ctypes
import ctypes.util
import hashlib
import hmac
import os
import struct

_sodium = ctypes.CDLL(ctypes.util.find_library("sodium") or "libsodium.so.23")
if _sodium.sodium_init() < 0:
    raise SystemExit("libsodium can't be used")

NONCE, TAG = 24, 16


class Damaged(Exception):
    """Something is not as it was written."""


def u8(number):
    return struct.pack("<B", number)


def u32(number):
    return struct.pack("<I", number)


def u64(number):
    return struct.pack("<Q", number)


def i64(number):
    return struct.pack("<q", number)


def field(data):
    return u32(len(data)) + data


def seal(message, context, key):
    nonce = os.urandom(NONCE)
    sealed = ctypes.create_string_buffer(len(message) + TAG)
    _sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
        sealed, None, message, ctypes.c_ulonglong(len(message)), context, ctypes.c_ulonglong(len(context)),
        None, nonce, key)
    return nonce + sealed.raw


def unseal(sealed, context, key, what):
    if len(sealed) < NONCE + TAG:
        raise Damaged(what)
    nonce, rest = sealed[:NONCE], sealed[NONCE:]
    message = ctypes.create_string_buffer(max(1, len(rest) - TAG))
    status = _sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
        message, None, None, rest, ctypes.c_ulonglong(len(rest)), context, ctypes.c_ulonglong(len(context)),
        nonce, key)
    if status != 0:
        raise Damaged(what)
    return message.raw[: len(rest) - TAG]


def digest(size, data):
    return hashlib.blake2b(data, digest_size=size).digest()


def mac(size, key, data):
    return hashlib.blake2b(data, digest_size=size, key=key).digest()


def kdf(key, number, context):
    assert len(context) == 8
    return hashlib.blake2b(
        b"", digest_size=32, key=key, salt=u64(number) + bytes(8), person=context + bytes(8)).digest()


def argon2id(passphrase, salt, passes, memory_kib):
    key = ctypes.create_string_buffer(32)
    status = _sodium.crypto_pwhash(
        key, ctypes.c_ulonglong(32), passphrase, ctypes.c_ulonglong(len(passphrase)), salt,
        ctypes.c_ulonglong(passes), ctypes.c_size_t(memory_kib * 1024), ctypes.c_int(2))
    if status != 0:
        raise MemoryError("Argon2id")
    return key.raw


def same(left, right):
    return hmac.compare_digest(left, right)


def padded(message):
    n = len(message) + 1
    if n <= 4096:
        step = 256
    else:
        exponent = n.bit_length() - 1
        step = 1 << (exponent - ((exponent.bit_length() - 1) + 1))
    return message + b"\x80" + bytes(-n % step)


def unpadded(message):
    text = message.rstrip(b"\0")
    if not text.endswith(b"\x80"):
        raise Damaged("padding")
    if padded(text[:-1]) != message:
        raise Damaged("padded size")
    return text[:-1]


class Cursor:
    """Reads the fields of a message, and refuses what does not fit."""

    def __init__(self, data):
        self.data, self.offset = data, 0

    def take(self, count):
        if count > len(self.data) - self.offset:
            raise Damaged("a field is cut short")
        self.offset += count
        return self.data[self.offset - count : self.offset]

    def number(self, code):
        return struct.unpack("<" + code, self.take(struct.calcsize("<" + code)))[0]

    def field(self, limit):
        count = self.number("I")
        if count > limit:
            raise Damaged("a field is too long")
        return self.take(count)

    def text(self, limit):
        return self.field(limit).decode("utf-8")

    def flag(self):
        value = self.number("B")
        if value > 1:
            raise Damaged("a flag is neither 0 nor 1")
        return value == 1

    def finish(self):
        if self.offset != len(self.data):
            raise Damaged("bytes after the last field")

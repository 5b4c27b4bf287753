#!/usr/bin/env python3
"""Writes logs as servers write them, the same for the same seed, and plants secrets in them where asked to.

    realistic_log.py --bytes N [--seed N] [--strangers] [--output FILE]
                     [--plant SECRETS --truth FILE [--per-encoding N]]

Lines of web servers, JSON and JSON within JSON, the journal, stack traces, key=value pairs, mail headers and bodies, URLs
with escapes, identifiers, base64 and hexadecimal of things that are no secrets; every line is another one. The log ends with
the first line that brings it to N bytes.

--strangers adds tokens, cookies and passwords that no vault holds. --plant takes a file with one secret a line (UTF-8, at
least 26 bytes, random from the first byte to the last) and puts each of them N times in each form of `FORMS` below, evenly
spread. The truth is one JSON object a line, in the log's order:

    {"start": first byte, "end": first byte behind, "secret": number from 0, "form": form's name,
     "encoding": the encoding nearest to the value, "extent": "whole", "head" or "tail"}

`start` and `end` hold all bytes that tell of the value alone, also what stands between them.
"""

import argparse
import base64
import json
import random
import sys
from urllib.parse import quote

NAMES = ["anna", "bjørn", "chloé", "dmitrij", "élodie", "用户七", "Grüße", "иван", "josé.maría", "kōji", "łukasz", "müller",
         "نور", "o'brien", "priya", "żaneta", "deploy", "root", "svc-orders", "www-data"]
WORDS = ("accepted address batch bearer broker cache checkout client closed cluster commit connection consumer courier "
         "customer delivery dispatch driver empty error event expired failed fetched finished forwarded gateway handler "
         "index invoice job key latency lease listener menu message migration missing node offset order partition password "
         "payment peer pending pool process queue ready receipt refund region replica request restaurant retry rider route "
         "scheduled secret segment server session shard signal snapshot started stored stream sync tenant timeout token "
         "topic total transfer updated upstream user vehicle waiting worker zone").split()
HOSTS = [f"{kind}-{number}" for kind in ("api", "db", "edge", "queue", "worker") for number in range(1, 20)]
AGENTS = ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
          "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148",
          "okhttp/4.12.0", "curl/7.88.1", "Go-http-client/2.0", "python-requests/2.32.3", "kube-probe/1.31"]
PATHS = ["orders", "orders/search", "menus", "drivers/nearby", "payments", "users", "health", "static/js/main", "webhooks"]
UNITS = ["nginx.service", "postgresql@15-main.service", "session-4711.scope", "cron.service", "docker.service"]
FRAMES = ["com.example.orders.OrderService.place(OrderService.java:%d)",
          "org.springframework.web.servlet.FrameworkServlet.service(FrameworkServlet.java:%d)",
          "java.base/java.lang.Thread.run(Thread.java:%d)", "com.example.lib.Retry$1.call(Retry.java:%d)"]
LEVELS = ["DEBUG", "INFO", "INFO", "INFO", "NOTICE", "WARN", "ERROR"]
PARAMETERS = ["page", "q", "sort", "lang", "from", "to", "ref", "utm_source", "redirect", "city", "filter", "fields"]
# Counts and settings; the names of some have a secret's in them.
EXTRAS = ["retries=%d", "bytes=%d", "region=eu-%d", "rows=%d", "cache_hits=%d", "tokens_used=%d", "key_count=%d", "shard=%d",
          "queue_depth=%d", "attempt=%d", "auth_method=mtls%d", "session_count=%d", "http_status=%d", "lag_ms=%d"]


class Lines:
    """Makes lines, each of which differs from the ones before."""

    def __init__(self, seed, strangers):
        self.random = random.Random(seed)
        self.clock = 1_790_000_000_000
        self.number = self.random.randrange(1 << 40)
        kinds = [(self.access, 24), (self.json, 18), (self.nested_json, 8), (self.journal, 14), (self.pairs, 14),
                 (self.url, 6), (self.identifiers, 6), (self.trace, 3), (self.base64, 3), (self.mail, 2), (self.mime, 1),
                 (self.hexadecimal, 1), (self.plain, 10)]
        if strangers:
            kinds.append((self.stranger, 4))
        self.kinds = [kind for kind, weight in kinds for _ in range(weight)]

    def next(self):
        self.clock += 1 + int(self.random.random() * 40)
        self.number += 1
        return self.pick(self.kinds)()

    def pick(self, choices):
        return choices[int(self.random.random() * len(choices))]

    def below(self, limit):
        return int(self.random.random() * limit)

    def hex(self, digits):
        return f"{self.random.getrandbits(4 * digits):0{digits}x}"

    def uuid(self):
        text = self.hex(32)
        return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-a{text[17:20]}-{text[20:]}"

    def base64_of(self, count):
        return base64.b64encode(self.random.randbytes(count)).decode()

    def address(self):
        return f"{10 + self.below(200)}.{self.below(256)}.{self.below(256)}.{1 + self.below(254)}"

    def stamp(self):
        seconds, milliseconds = divmod(self.clock, 1000)
        minutes, seconds = divmod(seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return f"2026-11-{1 + hours // 24 % 30:02}T{hours % 24:02}:{minutes % 60:02}:{seconds:02}.{milliseconds:03}Z"

    def words(self, count):
        return " ".join([self.pick(WORDS) for _ in range(count)])

    def access(self):
        query = f"?page={self.below(90)}&q={quote(self.pick(NAMES))}%20{self.pick(WORDS)}" if self.below(3) == 0 else ""
        stamp = self.stamp()
        return (f'{self.address()} - {self.pick(NAMES)} [{stamp[8:10]}/Nov/2026:{stamp[11:19]} +0000] '
                f'"{self.pick(("GET", "GET", "GET", "POST", "PUT"))} /api/v{1 + self.below(4)}/{self.pick(PATHS)}/'
                f'{self.below(10**7)}{query} HTTP/1.1" {self.pick((200, 200, 200, 201, 204, 301, 404, 500))} '
                f'{self.below(90000)} "https://www.example.com/{self.pick(PATHS)}" "{self.pick(AGENTS)}" '
                f'rt=0.{self.below(1000):03} id={self.hex(16)}')

    def extra(self):
        return self.pick(EXTRAS) % self.below(4000)

    def json(self):
        extra, value = self.extra().split("=")
        return (f'{{"ts":"{self.stamp()}","level":"{self.pick(LEVELS).lower()}","logger":"{self.pick(WORDS)}.'
                f'{self.pick(WORDS)}","msg":"{self.words(4)}","user":"{self.pick(NAMES)}","request_id":"{self.uuid()}",'
                f'"ms":{self.random.random() * 400:.3f},"{extra}":"{value}","order":{self.number},'
                f'"tags":["{self.pick(WORDS)}","{self.pick(WORDS)}"],"ok":{self.pick(("true", "false", "null"))}}}')

    def nested_json(self):
        return (f'{{"time":{self.clock},"body":"{{\\"status\\":\\"{self.pick(WORDS)}\\",\\"items\\":[{self.below(99)},'
                f'{self.below(99)}],\\"name\\":\\"{self.pick(NAMES)}\\",\\"note\\":\\"{self.words(3)}\\\\n\\",\\"href\\":'
                f'\\"https:\\/\\/example.com\\/{self.pick(PATHS)}\\/{self.hex(8)}\\"}}","source":"{self.pick(HOSTS)}"}}')

    def journal(self):
        start = f"Nov {1 + self.below(30):2} {self.stamp()[11:19]} {self.pick(HOSTS)} "
        kind = self.below(5)
        if kind == 0:
            return (f"{start}sshd[{self.below(32768)}]: Accepted publickey for {self.pick(NAMES)} from {self.address()} "
                    f"port {1024 + self.below(60000)} ssh2: ED25519 SHA256:{self.base64_of(32)[:43]}")
        if kind == 1:
            return f"{start}systemd[1]: {self.pick(UNITS)}: Consumed {self.below(90)}.{self.below(1000):03}s CPU time."
        if kind == 2:
            return (f"{start}kernel: [{self.below(10**6)}.{self.below(10**6):06}] {self.pick(WORDS)}[{self.below(9999)}]: "
                    f"segfault at {self.hex(8)} ip 00007f{self.hex(10)} sp 00007ffc{self.hex(8)} error 4")
        if kind == 3:
            return (f"{start}{self.pick(WORDS)}[{self.below(32768)}]: pam_unix({self.pick(WORDS)}:session): session opened "
                    f"for user {self.pick(NAMES)}(uid={self.below(2000)}) by (uid=0)")
        return f"{start}{self.pick(WORDS)}d[{self.below(32768)}]: {self.words(7)} ({self.number})"

    def pairs(self):
        return (f'ts={self.stamp()} level={self.pick(LEVELS).lower()} caller={self.pick(WORDS)}.go:{self.below(900)} '
                f'msg="{self.words(5)}" user={self.pick(NAMES)} trace={self.hex(32)} span={self.hex(16)} '
                f'dur={self.below(900)}.{self.below(10)}ms {self.extra()} n={self.number}')

    def url(self):
        query = "&".join([f"{self.pick(PARAMETERS)}={quote(self.words(2) + ' ' + self.pick(NAMES))}" for _ in range(3)])
        return (f"{self.stamp()} {self.pick(HOSTS)} redirect https://{self.pick(WORDS)}.example.org:{8000 + self.below(999)}"
                f"/{self.pick(PATHS)}/{quote(self.pick(NAMES))}?{query}&t={self.clock}#{self.hex(6)}")

    def identifiers(self):
        return (f"{self.stamp()} {self.pick(LEVELS)} commit {self.hex(40)} tree {self.hex(40)} blob sha256:{self.hex(64)} "
                f'etag="W/{self.hex(20)}" order {self.below(10**16):016} device {self.uuid().upper()}')

    def trace(self):
        frames = "\n".join(["\tat " + self.pick(FRAMES) % self.below(900) for _ in range(3 + self.below(9))])
        return (f"{self.stamp()} ERROR [{self.pick(WORDS)}-{self.below(64)}] {self.words(3)}\n"
                f"java.lang.IllegalStateException: {self.words(4)} {self.number}\n{frames}\n"
                f"  File \"/srv/app/{self.pick(WORDS)}.py\", line {self.below(900)}, in {self.pick(WORDS)}\n"
                f"{self.below(40)} libswiftCore.so 0x00007f{self.hex(10)} $s4main{self.below(30)}{self.pick(WORDS)}yyF + "
                f"{self.below(400)}")

    def base64(self):
        return (f"{self.stamp()} DEBUG {self.pick(WORDS)}: thumbnail {self.number} image/webp "
                f"{self.base64_of(90 + self.below(600))}")

    def mail(self):
        return (f"Received: from {self.pick(HOSTS)}.example.net ({self.address()}) by mx{self.below(9)}.example.com with ESMTPS "
                f"id {self.hex(12)}\nMessage-ID: <{self.number}.{self.hex(16)}@example.net>\n"
                f"Subject: =?UTF-8?B?{base64.b64encode((self.words(3) + self.pick(NAMES)).encode()).decode()}?=\n"
                f"DKIM-Signature: v=1; a=rsa-sha256; d=example.net; s=k{self.below(99)}; bh={self.base64_of(32)};\n"
                f"\tb={self.base64_of(48)}\n\t {self.base64_of(48)}\n\t {self.base64_of(32)}")

    def mime(self):
        body = self.base64_of(300 + self.below(900))
        lines = "\n".join([body[at:at + 76] for at in range(0, len(body), 76)])
        return f"Content-Type: application/octet-stream; name={self.hex(8)}\nContent-Transfer-Encoding: base64\n\n{lines}\n"

    def hexadecimal(self):
        return (f"{self.stamp()} TRACE frame {self.number}: {self.random.randbytes(24).hex(' ')} | "
                f"{self.random.randbytes(90 + self.below(90)).hex()} {list(self.random.randbytes(12))}")

    def plain(self):
        return (f"{self.stamp()} [{self.pick(HOSTS)}] {self.pick(LEVELS):6} {self.words(6)}, {self.below(1000)} rows in "
                f"{self.below(9000)} ms (attempt {1 + self.below(5)}, total {self.number})")

    def stranger(self):
        kind = self.below(4)
        if kind == 0:
            claims = base64.urlsafe_b64encode(b'{"sub":"%d","iss":"https://login.example.com"}' % self.below(10**9)).decode()
            return (f"{self.stamp()} GET /me Authorization: Bearer eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.{claims.rstrip('=')}."
                    f"{base64.urlsafe_b64encode(self.random.randbytes(64)).decode().rstrip('=')}")
        if kind == 1:
            return f"{self.stamp()} Set-Cookie: sid={self.base64_of(24)}; Path=/; HttpOnly"
        if kind == 2:
            return f"{self.stamp()} git clone https://{self.pick(NAMES)}:ghp_{self.hex(36)}@example.com/{self.pick(WORDS)}.git"
        return f'{self.stamp()} config {{"password": "{self.base64_of(15)}", "user": "{self.pick(NAMES)}"}}'


class Planted:
    """Text around a value, and which of its bytes are the value's."""

    def __init__(self, before, own, after, encoding, extent="whole"):
        self.before, self.own, self.after = before, own, after
        self.encoding, self.extent = encoding, extent


def as_base64(value, front, alphabet):
    """Base64 of a text with `front` bytes before the value; characters at both ends hold bits of what stands beside it."""
    text = base64.b64encode(b"~" * front + value + b"?behind").decode()
    if alphabet == "url":
        text = text.rstrip("=").replace("+", "-").replace("/", "_")
    start, end = front * 8 // 6, ((front + len(value)) * 8 + 5) // 6
    own = text[start:end]
    return text[:start], own, text[end:], "base64url" if set(own) & set("-_") else "base64"


def in_base64(front, alphabet):
    def plant(value):
        before, own, after, encoding = as_base64(value, front, alphabet)
        return Planted(f"Authorization: Basic {before}".encode(), own.encode(), f"{after} from peer".encode(), encoding)
    return plant


def raw(value):
    return Planted(b"got value <", value, b"> from peer", "raw")


def hexadecimal(value):
    return Planted(b"dump ", value.hex().encode(), b" end", "hex")


def upper_hexadecimal(value):
    return Planted(b"dump ", value.hex().upper().encode(), b" end", "hex")


def percent(value):
    own = quote(value, safe="").encode()
    return Planted(b"GET /callback?state=9&code=", own, b"&scope=all HTTP/1.1", "raw" if own == value else "percent")


def json_escape(value):
    own = json.dumps(value.decode(), ensure_ascii=False)[1:-1].encode()
    return Planted(b'{"level":"debug","value":"', own, b'","n":1}', "raw" if own == value else "json")


def unicode_escape(value):
    units = value.decode().encode("utf-16-be").hex()
    own = "".join("\\u" + units[at:at + 4] for at in range(0, len(units), 4))
    return Planted(b'{"value":"', own.encode(), b'"}', "json")


def utf16(value):
    return Planted(b"registry: ", value.decode().encode("utf-16-le"), b" :end", "utf-16le")


def wrap(before, own, after, encoding):
    """The text in lines of 76 columns; the value has to have a line's end within."""
    text = before + own + after
    lines = b"\n".join(text[at:at + 76] for at in range(0, len(text), 76))
    place = lambda at: at + at // 76
    start, end = place(len(before)), place(len(before) + len(own) - 1) + 1
    return Planted(b"\n" + lines[:start], lines[start:end], lines[end:] + b"\n", encoding)


def wrapped(value):
    before = b"> a mail that quotes what somebody has pasted: "
    front = 76 - min(len(value) // 2, 40)
    return wrap((before + b"x" * 76)[:front - 1] + b" ", value, b" and more of its text, up to a line's end or so", "wrapped")


def wrapped_base64(value):
    before, own, after, encoding = as_base64(value, 51, "plain")
    return wrap(before.encode(), own.encode(), after.encode() + base64.b64encode(b"." * 60), encoding)


def nested(value):
    before, own, after, encoding = as_base64(value, 4, "plain")
    before, after = '{"event":"login","data":"' + before, after + '","n":[1,2]}'
    before, own, after = [quote(part, safe="").encode() for part in (before, own, after)]
    return Planted(b"POST /collect?payload=" + before, own, after + b" 204", encoding)


def head(value):
    return Planted(b"value starts with ", value[:24], b" ...", "raw", "head")


def tail(value):
    return Planted(b"value ends with ... ", value[-24:], b" .", "raw", "tail")


FORMS = {
    "raw": raw,
    "base64-0": in_base64(3, "plain"), "base64-1": in_base64(4, "plain"), "base64-2": in_base64(5, "plain"),
    "base64url-0": in_base64(3, "url"), "base64url-1": in_base64(4, "url"), "base64url-2": in_base64(5, "url"),
    "hex": hexadecimal, "hex-upper": upper_hexadecimal, "percent": percent, "json": json_escape, "unicode": unicode_escape,
    "utf-16le": utf16, "wrapped": wrapped, "wrapped-base64": wrapped_base64, "base64-in-json-in-percent": nested,
    "head": head, "tail": tail,
}


class Log:
    """A file in the making, written a piece at a time."""

    def __init__(self, file):
        self.file, self.pieces, self.waiting, self.count = file, [], 0, 0

    def add(self, piece):
        self.pieces.append(piece)
        self.count += len(piece)
        self.waiting += len(piece)
        if self.waiting > 1 << 20:
            self.flush()

    def flush(self):
        self.file.write(b"".join(self.pieces))
        self.pieces, self.waiting = [], 0


def fill(log, lines, end):
    while log.count < end:
        log.add((lines.next() + "\n").encode())


def plant(log, lines, secrets, per_encoding, size, truth):
    places = [(number, form) for number in range(len(secrets)) for form in FORMS for _ in range(per_encoding)]
    lines.random.shuffle(places)
    for index, (number, form) in enumerate(places):
        fill(log, lines, size * (index + lines.random.random()) / len(places))
        planted = FORMS[form](secrets[number])
        log.add(f"{lines.stamp()} {lines.pick(HOSTS)} ".encode() + planted.before)
        start = log.count
        log.add(planted.own)
        truth.write(json.dumps({
            "start": start, "end": log.count, "secret": number, "form": form, "encoding": planted.encoding,
            "extent": planted.extent}) + "\n")
        log.add(planted.after + b"\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bytes", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strangers", action="store_true")
    parser.add_argument("--output", type=argparse.FileType("wb"), default=sys.stdout.buffer)
    parser.add_argument("--plant", type=argparse.FileType("rb"))
    parser.add_argument("--truth", type=argparse.FileType("w"))
    parser.add_argument("--per-encoding", type=int, default=1)
    options = parser.parse_args()
    if (options.plant is None) != (options.truth is None):
        parser.error("--plant and --truth go together")
    lines, log = Lines(options.seed, options.strangers), Log(options.output)
    if options.plant:
        secrets = options.plant.read().splitlines()
        plant(log, lines, secrets, options.per_encoding, options.bytes, options.truth)
        options.truth.close()
    fill(log, lines, options.bytes)
    log.flush()
    options.output.close()


if __name__ == "__main__":
    main()

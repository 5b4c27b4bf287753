#!/usr/bin/env python3
"""A loopback server that speaks the hosted ordering API, with made-up accounts, and misbehaves on request.

    ordering_server.py [--port 0] [--tls-cert FILE --tls-key FILE]

It prints `listening on 127.0.0.1:PORT`, is silent otherwise, and exits when its standard input closes.

Every call's root is /{version}/{language}/{project}. All projects exist but `nowhere`; each has the same accounts, and
sessions, modes and a log of its own, so tests with a project each do not meet. Control, for tests:
  POST /_control/{project}          {"<operation>": "<mode>" or {"mode": …, "times": n, "account": id}, "<setting>": …}
  GET  /_control/{project}/log      requests seen, in order, with body, outcome and the session that authorised them
  GET  /_control/{project}/sessions all sessions ever issued, with "active"
  GET  /_control/{project}/codes    address -> one-time code now valid
  GET  /_control/{project}/push     push token -> account it is registered for
  GET  /_control/{project}/wait/{operation}/{outcome}/{count}  answers once so many such requests were seen
Operations, modes and settings are the tables below.
"""

import argparse
import base64
import hashlib
import hmac
import json
import os
import re
import secrets
import select
import ssl
import sys
import threading
import time
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit, unquote

DRIVER, CUSTOMER = 4, 3


def account(number, email, level, **more):
    person = {
        "id": number, "name": "Made", "middle_name": None, "lastname": "Up", "email": email, "login_type": 1,
        "cellphone": f"300555{number:04}", "country_phone_code": 57, "level": level, "enabled": True,
        "busy": False, "available": 1, "mono_session": False, "session_strategy": "jwt_session",
        "location": "{\"lat\":4.6,\"lng\":-74.1}", "addresses": [], "vehicle_colour": "grün",
    }
    person.update(more)
    return person


# Password of account N is `password-of-N`, its device code `DEVICE-CODE-N`, its Facebook token and Apple
# code `facebook-token-N` and `apple-token-N`, and its Google identity token has the subject `google-person-N`.
PEOPLE = [
    account(1, "administrator@example.test", 0),
    account(2, "manager@example.test", 1),
    account(12, "owner@example.test", 2),
    account(51, "customer@example.test", CUSTOMER),
    account(41, "driver@example.test", DRIVER),
    account(42, "texts@example.test", "4", id="42", enabled="1", country_phone_code="+57", busy="0"),
    account(43, "disabled@example.test", DRIVER, enabled=False),
    account(44, "plain@example.test", DRIVER),
    account(45, "single@example.test", DRIVER, mono_session=True),
    account(52, "drivers.manager@example.test", 5),
    account(81, "professional@example.test", 8),
    account(91, "agent@example.test", 9),
    account(61, "unknown.level@example.test", 6),
    account(62, "no.level@example.test", None),
]
del next(p for p in PEOPLE if p["id"] == 44)["enabled"]
del next(p for p in PEOPLE if p["id"] == 62)["level"]

SETTINGS = {
    "captcha_required": False,       # /auth wants verification_code `captcha-ok` and recaptcha_type v2 or v3
    "device_code_login_enabled": True,
    "twilio_enabled": True,
    "resend_seconds": 80,
    "clock_skew": 0,                 # seconds added to the Date header and to token times
    "session_seconds": 31536000,
    "redirect_to": "",               # origin for the mode `redirect`
    "huge_bytes": 64 << 20,
    "retry_after": "7",
    "levels": {},                    # account -> the level that it has had since its last sign-in
}

# Modes that replace the answer of any operation: mode -> handler method. Others are read by the operation itself.
REPLACING = {
    "error": "mode_error", "fail": "mode_error", "error-text": "mode_error_text", "error-4xx": "mode_error_4xx",
    "400-html": "mode_400_html", "401": "mode_401", "403": "mode_403", "429": "mode_429", "500": "mode_500",
    "503-json": "mode_503_json", "hang": "mode_hang", "drop": "mode_drop", "drop-if-kept": "mode_drop_if_kept",
    "garbage": "mode_garbage", "not-http": "mode_not_http", "null-result": "mode_null_result", "huge": "mode_huge",
    "huge-chunked": "mode_huge_chunked", "long-header": "mode_long_header", "redirect": "mode_redirect",
    "echo": "mode_echo", "empty": "mode_empty", "deep": "mode_deep",
}
# Modes that alter a good answer on its way out.
ALTERING = {"half", "slow", "ok-4xx", "duplicate-key", "no-session", "no-token", "empty-token", "leaky-user",
            "no-error-field", "other-identity", "no-id", "odd-token", "odd-expiry", "error-with-session", "other-user"}


class State:
    """What the server knows of one project."""

    every, guard = {}, threading.Lock()

    @classmethod
    def of(cls, project):
        with cls.guard:
            return cls.every.setdefault(project, cls())

    def __init__(self):
        self.lock = threading.RLock()
        self.key = secrets.token_bytes(32)
        self.settings, self.modes = dict(SETTINGS), {}
        self.sessions, self.codes, self.sent_at, self.push, self.log = {}, {}, {}, {}, []

    def now(self):
        return int(time.time()) + int(self.settings["clock_skew"])

    def take_mode(self, operation, number):
        with self.lock:
            rule = self.modes.get(operation)
            if rule is None or rule.get("account") not in (None, number):
                return "ok"
            if "times" in rule:
                if rule["times"] <= 0:
                    return "ok"
                rule["times"] -= 1
            return rule["mode"]

    def issue(self, person):
        """A new session: its JSON, with a signed token that nothing else equals."""
        with self.lock:
            now, life, number = self.now(), int(self.settings["session_seconds"]), int(person["id"])
            if person["mono_session"]:
                for session in self.sessions.values():
                    session["active"] = session["active"] and session["account"] != number
            claims = {"iss": "https://ordering.example.test", "iat": now, "exp": now + life, "nbf": now,
                      "jti": secrets.token_urlsafe(12), "sub": number, "level": person.get("level")}
            signed = ".".join(base64url(json.dumps(p, separators=(",", ":")).encode())
                              for p in ({"typ": "JWT", "alg": "HS256"}, claims))
            token = signed + "." + base64url(hmac.new(self.key, signed.encode(), hashlib.sha256).digest())
            self.sessions[token] = {"id": len(self.sessions) + 1, "account": number,
                                    "created_at": now, "valid_thru": now + life, "active": True}
            return {"access_token": token, "token_type": "bearer", "expires_in": life}


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def national(cellphone):
    return str(cellphone).lstrip("+")



class Refused(Exception):
    def __init__(self, *texts, status=200):
        self.texts, self.status = list(texts), status


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    requests_on_connection = 0
    state = State()

    def log_message(self, *arguments):
        pass

    def date_time_string(self, timestamp=None):
        return formatdate(self.state.now(), usegmt=True)

    def do_GET(self):
        self.serve()

    do_POST = do_PUT = do_DELETE = do_GET

    # One request

    def serve(self):
        self.requests_on_connection += 1
        self.raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.target = urlsplit(self.path)
        parts = [unquote(part) for part in self.target.path.split("/")[1:]]
        if parts[0] == "_control":
            return self.control(*parts[1:])
        self.project = "".join(parts[2:3])
        self.state = State.of(self.project)
        try:
            self.body = json.loads(self.raw) if self.raw else {}
        except ValueError:
            self.body = {}
        self.entry = {
            "method": self.command, "path": self.path, "body": self.raw.decode("utf-8", "replace"),
            "headers": {k.lower(): v for k, v in self.headers.items() if k.lower() != "authorization"},
            "authorization": (self.headers.get("Authorization") or "").split(" ")[0],
            "kept": self.requests_on_connection > 1, "operation": None, "outcome": "open", "session": None,
        }
        with self.state.lock:
            self.state.log.append(self.entry)
        try:
            self.dispatch(parts)
        except Refused as refused:
            self.entry["outcome"] = "refused"
            self.answer({"error": True, "result": refused.texts}, status=refused.status)
        except (BrokenPipeError, ConnectionResetError):
            self.entry["outcome"] = "client-left"
            self.close_connection = True

    def dispatch(self, parts):
        if len(parts) < 4 or not re.fullmatch(r"v\d+", parts[0]) or not re.fullmatch(r"[a-z]{2}", parts[1]):
            raise Refused("Not Found", status=404)
        route = "/".join(parts[3:])
        for method, pattern, name in ROUTES:
            found = re.fullmatch(pattern, route)
            if found and method == self.command:
                break
        else:
            raise Refused("Not Found", status=404)
        self.entry["operation"] = name
        if self.project == "nowhere":
            raise Refused("ERROR_PROJECT_NOT_FOUND")
        self.session = self.state.sessions.get(self.bearer())
        if self.session:
            self.entry["session"] = self.session["id"]
        self.mode = self.state.take_mode(name, self.session["account"] if self.session else self.claimed_account())
        if self.mode in REPLACING:
            self.entry["outcome"] = self.mode
            if getattr(self, REPLACING[self.mode])() is not False:
                return
        result = getattr(self, "op_" + name)(*found.groups())
        self.entry["outcome"] = "done"
        self.deliver(result)

    def bearer(self):
        scheme, _, token = (self.headers.get("Authorization") or "").partition(" ")
        return token if scheme.lower() == "bearer" else None

    def claimed_account(self):
        person = self.find_person()
        return int(person["id"]) if person else None

    # Answers

    def deliver(self, result):
        status, error, altered = 200, False, result
        if isinstance(result, dict) and "session" in result and self.mode in ALTERING:
            altered = dict(result)
            if self.mode == "no-session":
                del altered["session"]
            elif self.mode == "no-token":
                altered["session"] = {"token_type": "bearer", "expires_in": 60}
            elif self.mode == "empty-token":
                altered["session"] = dict(result["session"], access_token="")
            elif self.mode == "other-identity":
                altered["social_id"] = "google-person-9999"
            elif self.mode == "no-id":
                del altered["id"]
            elif self.mode == "odd-token":
                altered["session"] = dict(result["session"], token_type="mac")
            elif self.mode == "odd-expiry":
                altered["session"] = dict(result["session"], expires_in="soon")
        if isinstance(result, dict) and self.mode == "leaky-user":
            altered = dict(altered, password="$2y$10$made.up.hash", Session={"access_token": "second-copy"},
                           client={"password": "nested-password"}, extra={"deep": [{"session": "third-copy"}]})
        if self.mode == "other-user":
            altered = account(4041, "somebody.else@example.test", DRIVER)
        if self.mode == "ok-4xx":
            status = 406
        if self.mode == "error-with-session":
            error = True
        envelope = {"error": error, "result": altered}
        if self.mode == "no-error-field":
            del envelope["error"]
        text = json.dumps(envelope, ensure_ascii=False)
        if self.mode == "duplicate-key":
            text = text.replace('"error":', '"error": false, "\\u0065rror":', 1)
        self.answer(text, status=status, half=self.mode == "half", slow=self.mode == "slow")

    def answer(self, content, status=200, half=False, slow=False, headers=(), kind="application/json"):
        data = content if isinstance(content, bytes) else (
            content if isinstance(content, str) else json.dumps(content)).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Set-Cookie", "tracking=made-up; Path=/")
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        if half:
            data, self.close_connection = data[:len(data) // 2], True
        if slow:
            for index in range(len(data)):
                self.wfile.write(data[index:index + 1])
                self.wfile.flush()
                time.sleep(0.02)
        else:
            self.wfile.write(data)
            self.wfile.flush()

    def mode_error(self):
        self.answer({"error": True, "result": ["ERROR_MADE_UP"]})

    def mode_error_text(self):
        self.answer({"error": "ERROR_MADE_UP"})

    def mode_error_4xx(self):
        self.answer({"error": True, "result": "ERROR_MADE_UP"}, status=400)

    def mode_400_html(self):
        self.answer("<html>Bad Request</html>", status=400, kind="text/html")

    def mode_401(self):
        self.answer({"error": True, "result": ["Unauthorized"]}, status=401)

    def mode_403(self):
        self.answer({"error": True, "result": ["Forbidden"]}, status=403)

    def mode_429(self):
        self.answer({"error": True, "result": ["Too Many Attempts"]}, status=429,
                    headers=[("Retry-After", str(self.state.settings["retry_after"]))])

    def mode_500(self):
        self.answer("<html>Internal Server Error</html>", status=500, kind="text/html")

    def mode_503_json(self):
        self.answer({"error": False, "result": {}}, status=503)

    def mode_hang(self):
        """Never answers; notes when the client goes."""
        while not select.select([self.connection], [], [], 60)[0]:
            pass
        raise BrokenPipeError

    def mode_drop(self):
        self.close_connection = True

    def mode_drop_if_kept(self):
        if self.requests_on_connection == 1:
            return False
        self.close_connection = True

    def mode_garbage(self):
        self.answer("error=false&result=" + json.dumps(self.body), kind="text/plain")

    def mode_not_http(self):
        self.wfile.write(b"220 mail.example.test ESMTP\r\n")
        self.close_connection = True

    def mode_null_result(self):
        self.answer({"error": False, "result": None})

    def mode_empty(self):
        self.answer("")

    def mode_deep(self):
        self.answer('{"error":false,"result":' + "[" * 5000 + "]" * 5000 + "}")

    def mode_huge(self):
        self.send_response(200)
        self.send_header("Content-Length", str(self.state.settings["huge_bytes"]))
        self.end_headers()
        self.pour(lambda block: block)

    def mode_huge_chunked(self):
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.pour(lambda block: b"%x\r\n%s\r\n" % (len(block), block))
        self.wfile.write(b"0\r\n\r\n")

    def pour(self, wrap):
        block = b" " * 65536
        for _ in range(int(self.state.settings["huge_bytes"]) // len(block)):
            self.wfile.write(wrap(block))

    def mode_long_header(self):
        self.answer({"error": False}, headers=[(f"X-Long-{n}", "x" * 4000) for n in range(24)])

    def mode_redirect(self):
        self.answer("", status=302, headers=[("Location", self.state.settings["redirect_to"] + self.path)])

    def mode_echo(self):
        """Gives back what it was sent, as some servers' error texts do."""
        sent = " ".join(str(value) for value in self.body.values())
        self.answer({"error": True, "result": [f"The value {sent} is wrong; {self.headers.get('Authorization')}"]})

    # Operations

    def find_person(self):
        email, cellphone = self.body.get("email"), self.body.get("cellphone")
        for person in PEOPLE:
            if email is not None and person["email"] == email:
                return person
            if cellphone is not None and person["cellphone"] == national(cellphone):
                return person
        return None

    def signed_in(self, person):
        if person is None:
            raise Refused("ERROR_AUTH_CREDENTIALS")
        token, app = self.body.get("notification_token"), self.body.get("notification_app")
        if token is not None and app is not None:
            self.state.push[token] = int(person["id"])
        session = self.state.issue(person)
        self.entry["issued"] = self.state.sessions[session["access_token"]]["id"]
        return dict(person, session=session)

    def authorised(self):
        if self.session is None or not self.session["active"]:
            raise Refused("Unauthorized", status=401)
        return self.as_now(next(p for p in PEOPLE if int(p["id"]) == self.session["account"]))

    def as_now(self, person):
        levels = self.state.settings["levels"]
        return dict(person, level=levels[str(person["id"])]) if str(person["id"]) in levels else person

    def op_auth(self):
        if self.state.settings["captcha_required"] and (
                self.body.get("verification_code") != "captcha-ok"
                or self.body.get("recaptcha_type") not in ("v2", "v3")):
            raise Refused("ERROR_AUTH_VERIFICATION_CODE")
        if "device_code" in self.body:
            if not self.state.settings["device_code_login_enabled"]:
                raise Refused("ERROR_AUTH_DEVICE_CODE_DISABLED")
            return self.signed_in(self.person_of("DEVICE-CODE-", self.body["device_code"]))
        person = self.find_person()
        if "one_time_password" in self.body:
            address = self.body.get("email") or national(self.body.get("cellphone"))
            self.spend_code(address, self.body["one_time_password"])
        elif person is None or self.body.get("password") != f"password-of-{int(person['id'])}":
            raise Refused("ERROR_AUTH_CREDENTIALS")
        return self.signed_in(person)

    def person_of(self, prefix, value):
        return next((p for p in PEOPLE if f"{prefix}{int(p['id'])}" == value), None)

    def spend_code(self, address, code):
        with self.state.lock:
            right = self.state.codes.get(address)
            if right is None or not hmac.compare_digest(right[0], str(code)) or self.state.now() > right[1]:
                raise Refused("INVALID_CODE")
            del self.state.codes[address]

    def send_code(self, address, size):
        with self.state.lock:
            if self.state.now() - self.state.sent_at.get(address, -10**9) < self.state.settings["resend_seconds"]:
                raise Refused("ERROR_CODE_ALREADY_SENT")
            self.state.sent_at[address] = self.state.now()
            self.state.codes[address] = (f"{secrets.randbelow(10 ** size):0{size}}", self.state.now() + 600)

    def op_generate(self):
        if self.body.get("type") not in (2, 3, 4) or self.body.get("channel") not in (1, 2, 4):
            raise Refused("ERROR_CODE_TYPE")
        if self.body["channel"] == 1:
            address = self.body.get("email")
        else:
            if not self.body.get("country_phone_code"):
                raise Refused("ERROR_COUNTRY_PHONE_CODE")
            address = national(self.body.get("cellphone"))
        if not address:
            raise Refused("ERROR_CODE_ADDRESS")
        self.send_code(address, int(self.body.get("size", 6)))
        return "CODE_SENT"

    def op_twilio_verify(self):
        if not self.state.settings["twilio_enabled"]:
            raise Refused("ERROR_AUTH_TWILIO_DISABLED")
        if not re.fullmatch(r"\+\d{1,4}", str(self.body.get("country_phone_code"))):
            raise Refused("ERROR_COUNTRY_PHONE_CODE")
        self.send_code(national(self.body.get("cellphone")), 6)
        return "OK"

    def op_twilio(self):
        if not self.state.settings["twilio_enabled"]:
            raise Refused("ERROR_AUTH_TWILIO_DISABLED")
        self.spend_code(national(self.body.get("cellphone")), self.body.get("code"))
        return self.signed_in(self.find_person())

    def op_google(self):
        """Takes an identity token whose subject is `google-person-N`; the signature is Google's business."""
        parts = str(self.body.get("access_token")).split(".")
        try:
            claims = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
        except (IndexError, ValueError):
            raise Refused("ERROR_GOOGLE_TOKEN") from None
        person = self.person_of("google-person-", claims.get("sub"))
        return dict(self.signed_in(person), social_id=claims.get("sub"))

    def op_facebook(self):
        return self.signed_in(self.person_of("facebook-token-", self.body.get("access_token")))

    def op_apple(self):
        if self.body.get("platform") not in ("ios", "other"):
            raise Refused("ERROR_PLATFORM")
        return self.signed_in(self.person_of("apple-token-", self.body.get("code")))

    def op_logout(self):
        self.authorised()
        self.session["active"] = False
        token = self.body.get("notification_token")
        if token is not None and token == self.body.get("token_notification"):
            self.state.push.pop(token, None)
        return "OK"

    def op_forgot(self):
        return "RECOVERY_SENT"

    def op_reset(self):
        if not all(self.body.get(field) for field in ("code", "random", "password")):
            raise Refused("ERROR_RESET_FIELDS")
        return "PASSWORD_CHANGED"

    def op_me(self):
        if self.session is None or not self.session["active"]:
            raise Refused("ERROR_SESSION_NOT_ACTIVE")
        return {"id": self.session["account"]}

    def op_user(self, number):
        person = self.authorised()
        if str(person["id"]) != number and person.get("level") != 0:
            raise Refused("Forbidden", status=403)
        found = next((p for p in PEOPLE if str(p["id"]) == number), None)
        if found is None:
            raise Refused("ERROR_USER_NOT_FOUND", status=404)
        return self.as_now(found)

    def own_sessions(self, number):
        self.op_user(number)
        return [s for s in self.state.sessions.values() if s["account"] == int(number) and s["active"]]

    def op_sessions(self, number):
        return [{"id": s["id"], "created_at": s["created_at"], "valid_thru": s["valid_thru"],
                 "current": s is self.session} for s in self.own_sessions(number)]

    def op_delete_session(self, number, which):
        found = [s for s in self.own_sessions(number) if which == "all" or str(s["id"]) == which]
        if not found:
            raise Refused("ERROR_SESSION_NOT_FOUND")
        for session in found:
            if session is not self.session or self.body.get("delete_current") is True:
                session["active"] = False
        return "OK"

    def op_orders(self):
        if self.authorised().get("level") not in (0, 2, 4, 5, "4"):
            raise Refused("Forbidden", status=403)
        return [{"id": 9001, "driver_id": self.session["account"], "status": 3, "total": "12.50"}]

    def op_order(self, number):
        self.op_orders()
        return {"id": int(number), "driver_id": self.session["account"], "sent": self.body}

    # Control

    def control(self, project="", table="", *arguments):
        self.state = State.of(project)
        if table == "wait":
            operation, outcome, count = arguments
            while sum(e["operation"] == operation and e["outcome"] == outcome for e in self.state.log) < int(count):
                time.sleep(0.01)
            return self.answer({})
        with self.state.lock:
            if self.command == "POST":
                for key, value in json.loads(self.raw).items():
                    if key in SETTINGS:
                        self.state.settings[key] = value
                        continue
                    rule = value if isinstance(value, dict) else {"mode": value}
                    known = rule["mode"] in REPLACING or rule["mode"] in ALTERING or rule["mode"] == "ok"
                    if not known or key not in {route[2] for route in ROUTES}:
                        return self.answer({"unknown": [key, rule["mode"]]}, status=400)
                    self.state.modes[key] = rule
                return self.answer({})
            tables = {
                "log": self.state.log, "sessions": list(self.state.sessions.values()), "push": self.state.push,
                "codes": {address: code for address, (code, _) in self.state.codes.items()},
            }
            return self.answer(tables[table] if table in tables else {}, status=200 if table in tables else 404)


ROUTES = [
    ("POST", r"auth", "auth"),
    ("POST", r"auth/sms/twilio/verify", "twilio_verify"),
    ("POST", r"auth/sms/twilio", "twilio"),
    ("POST", r"auth/google", "google"),
    ("POST", r"auth/facebook", "facebook"),
    ("POST", r"auth/apple", "apple"),
    ("POST", r"auth/logout", "logout"),
    ("POST", r"codes/generate", "generate"),
    ("POST", r"users/forgot", "forgot"),
    ("POST", r"users/reset", "reset"),
    ("GET", r"users/me", "me"),
    ("GET", r"users/(\d+)", "user"),
    ("GET", r"users/(\d+)/sessions", "sessions"),
    ("DELETE", r"users/(\d+)/sessions/(\d+|all)", "delete_session"),
    ("GET", r"orders", "orders"),
    ("PUT", r"orders/(\d+)", "order"),
]


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        pass


def exit_with_parent():
    sys.stdin.buffer.read()
    os._exit(0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--tls-cert")
    parser.add_argument("--tls-key")
    options = parser.parse_args()
    server = Server(("127.0.0.1", options.port), Handler)
    if options.tls_cert:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.tls_cert, options.tls_key)
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=exit_with_parent, daemon=True).start()
    print(f"listening on 127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()

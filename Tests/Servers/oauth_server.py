#!/usr/bin/env python3
"""A loopback OAuth 2.0 server with made-up accounts that misbehaves on request.

    oauth_server.py [--port 0]

It prints `listening on 127.0.0.1:PORT`, is silent otherwise, and exits when its standard input closes. Every first path
component is an issuer of its own, made when it is first asked for. Control, for tests:
  POST /_control/{issuer}      {"<setting>": value}; the table below lists them
  GET  /_control/{issuer}/log  requests seen, in order: path, form, bearer token, outcome
  GET  /_control/{issuer}/tokens  all tokens ever issued, with "active"
  POST /_control/{issuer}/expire  every access token ends now
  GET  /_control/{issuer}/served/{seconds}  waits until userinfo has answered well since the last expiry, and tells how often
                               refresh tokens were spent since each expiry at most, and how many sign-ins were revoked
"""

import argparse
import base64
import hashlib
import json
import os
import secrets
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

SETTINGS = {
    "openid_document": True,     # the document of OpenID Connect Discovery exists
    "oauth_document": True,      # the document of RFC 8414 exists
    "metadata": {},              # members to replace in the documents; null removes one
    "approved": None,            # subject that has approved, or false for refused
    "polls": [],                 # what the next polls answer: an error's name, a status, "drop"; then the truth
    "device": {},                # members to replace in the device answer; null removes one
    "tokens": {},                # members to replace in token answers; null removes one
    "rotates": True,             # a refresh gives a new refresh token and spends the old one
    "reuse_revokes": False,      # a refresh token that is spent twice revokes all that came of the sign-in
    "introspection": False,      # there is an introspection endpoint
    "claims": {"role": "driver"},
    "id_token": None,            # claims to replace in the identity token of token answers, null removes one; none: no token
    "id_header": {},             # members to replace in its header; a string stands for the whole token
    "date": 0,                   # seconds by which the server's clock is ahead, in dates and in identity tokens
    "redirect": {},              # parameters to replace in what the browser brings back; null removes one
    "userinfo": None,            # status or body that userinfo answers with
    "revocation": None,          # status that revocation answers with, or "hang": it answers nothing until that is changed
    "client_secret": None,       # what client_secret has to be
}


def altered(document, changes):
    merged = {**document, **changes}
    return {key: value for key, value in merged.items() if value is not None}


def base64url(document):
    return base64.urlsafe_b64encode(json.dumps(document).encode()).decode().rstrip("=")


class Issuer:
    def __init__(self, root):
        self.root, self.settings = root, json.loads(json.dumps(SETTINGS))
        self.log, self.device_codes, self.codes, self.tokens = [], set(), {}, {}
        self.families, self.revoked, self.spent, self.most_spent, self.served = 0, 0, 0, 0, 0

    def expire(self):
        for token in self.tokens.values():
            if token["token"].startswith("access-"):
                token["active"] = False
        self.spent, self.served = 0, 0

    def revoke_family(self, family):
        self.revoked += 1
        for token in self.tokens.values():
            token["active"] = token["active"] and token["family"] != family

    def issue(self, subject, family=None, nonce=None):
        number = len(self.tokens)
        if family is None:
            self.families += 1
            family = self.families
        access, refresh = f"access-{number}-{secrets.token_hex(12)}", f"refresh-{number}-{secrets.token_hex(12)}"
        for token in (access, refresh):
            self.tokens[token] = {"token": token, "subject": subject, "active": True, "family": family}
        return altered({"access_token": access, "refresh_token": refresh, "token_type": "Bearer", "expires_in": 3600,
                        "scope": "openid profile", "id_token": self.identity(subject, nonce)}, self.settings["tokens"])

    def identity(self, subject, nonce):
        """An identity token whose signature is made up; what goes into `exp` and the like counts from now."""
        changes, header, now = self.settings["id_token"], self.settings["id_header"], int(time.time()) + self.settings["date"]
        if changes is None or isinstance(header, str):
            return header if changes is not None else None
        claims = altered({"iss": self.root, "aud": "made-up-app", "sub": subject, "iat": 0, "exp": 600, "nonce": nonce},
                         changes)
        for key in {"iat", "exp", "nbf"} & claims.keys():
            if isinstance(claims[key], (int, float)):
                claims[key] += now
        return f'{base64url(altered({"alg": "RS256"}, header))}.{base64url(claims)}.c2lnbmF0dXJl'


ISSUERS, LOCK = {}, threading.RLock()
SERVED = threading.Condition(LOCK)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        with LOCK:
            self.serve()

    do_POST = do_GET

    def serve(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        parts = urlsplit(self.path).path.strip("/").split("/")
        if parts[0] == "_control":
            return self.control(self.issuer(parts[1]), parts[2:], raw)
        if parts[0] == ".well-known":
            issuer, route = self.issuer(parts[2]) if len(parts) > 2 else None, "/".join(parts[:2])
        else:
            issuer, route = self.issuer(parts[0]), "/".join(parts[1:])
        if issuer is None:
            return self.answer({}, 404)
        self.of, self.settings = issuer, issuer.settings
        self.form = {key: values[0] for key, values in parse_qs(raw, keep_blank_values=True).items()}
        bearer = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        self.entry = {"path": route, "form": self.form, "bearer": bearer, "status": 0}
        issuer.log.append(self.entry)
        routes = {"token": self.token, "authorize": self.authorize, "device": self.device, "revoke": self.revoke, "introspect": self.introspect, "userinfo": self.userinfo,
                  ".well-known/openid-configuration": self.openid_document,
                  ".well-known/oauth-authorization-server": self.oauth_document}
        routes.get(route, lambda: self.answer({}, 404))()

    def issuer(self, name):
        if name not in ISSUERS:
            ISSUERS[name] = Issuer(f"http://127.0.0.1:{self.server.server_address[1]}/{name}")
        return ISSUERS[name]

    def answer(self, document, status=200):
        data = document.encode() if isinstance(document, str) else json.dumps(document).encode()
        if hasattr(self, "entry"):
            self.entry["status"] = status
        self.send_response_only(status)
        ahead = self.settings["date"] if hasattr(self, "settings") else 0
        self.send_header("Date", self.date_time_string(time.time() + ahead))
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        if status == 429:
            self.send_header("Retry-After", "30")
        self.end_headers()
        self.wfile.write(data)

    # Discovery

    def openid_document(self):
        self.document(self.settings["openid_document"])

    def oauth_document(self):
        self.document(self.settings["oauth_document"])

    def document(self, exists):
        if not exists:
            return self.answer({"error": "not_found"}, 404)
        root = self.of.root
        self.answer(altered({"issuer": root, "token_endpoint": f"{root}/token",
                             "authorization_endpoint": f"{root}/authorize",
                             "device_authorization_endpoint": f"{root}/device", "revocation_endpoint": f"{root}/revoke",
                             "userinfo_endpoint": f"{root}/userinfo",
                             "introspection_endpoint": f"{root}/introspect" if self.settings["introspection"] else None},
                            self.settings["metadata"]))

    # Tokens

    def is_client(self):
        if self.form.get("client_id") == "made-up-app" and self.settings["client_secret"] in (
                None, self.form.get("client_secret")):
            return True
        self.answer({"error": "invalid_client", "error_description": f"no {self.form}"}, 401)
        return False

    def device(self):
        if not self.is_client():
            return
        code = "device-code-" + secrets.token_hex(12)
        self.of.device_codes.add(code)
        self.answer(altered({"device_code": code, "user_code": "WDJB-MJHT", "interval": 5, "expires_in": 600,
                             "verification_uri": f"{self.of.root}/activate",
                             "verification_uri_complete": f"{self.of.root}/activate?user_code=WDJB-MJHT"},
                            self.settings["device"]))

    def token(self):
        if not self.is_client():
            return
        if self.form.get("grant_type") == "refresh_token":
            return self.refresh()
        if self.form.get("grant_type") == "authorization_code":
            return self.redeem()
        if self.settings["polls"]:
            poll = self.settings["polls"].pop(0)
            if poll == "drop":
                self.close_connection = True
                return
            if isinstance(poll, int):
                return self.answer("<html>busy</html>", poll)
            return self.refuse(poll)
        if self.form.get("device_code") not in self.of.device_codes:
            return self.refuse("invalid_grant")
        if self.settings["approved"] is None:
            return self.refuse("authorization_pending")
        self.of.device_codes.discard(self.form["device_code"])
        if self.settings["approved"] is False:
            return self.refuse("access_denied")
        self.answer(self.of.issue(self.settings["approved"]))

    def authorize(self):
        """What a person's browser opens; whoever has approved is sent back at once."""
        asked = {key: values[0] for key, values in parse_qs(urlsplit(self.path).query).items()}
        self.entry["form"] = asked
        brought = {"state": asked.get("state"), "iss": self.of.root}
        if self.settings["approved"]:
            brought["code"] = "code-" + secrets.token_hex(12)
            self.of.codes[brought["code"]] = asked
        else:
            brought.update(error="access_denied", error_description="made-up text")
        self.send_response(302)
        self.send_header("Location", asked["redirect_uri"] + "?" + urlencode(altered(brought, self.settings["redirect"])))
        self.send_header("Content-Length", "0")
        self.end_headers()

    def redeem(self):
        asked = self.of.codes.pop(self.form.get("code"), None)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(self.form.get("code_verifier", "").encode()).digest())
        if asked is None or asked["redirect_uri"] != self.form.get("redirect_uri") or asked.get(
                "code_challenge_method") != "S256" or asked["code_challenge"] != challenge.decode().rstrip("="):
            return self.refuse("invalid_grant")
        self.answer(self.of.issue(self.settings["approved"], nonce=asked.get("nonce")))

    def refuse(self, name):
        self.answer({"error": name, "error_description": f"because of {self.form}"}, 400)

    def refresh(self):
        held = self.of.tokens.get(self.form.get("refresh_token"))
        if held is None or not held["active"]:
            if held and self.settings["reuse_revokes"]:
                self.of.revoke_family(held["family"])
            return self.refuse("invalid_grant")
        self.of.spent += 1
        self.of.most_spent = max(self.of.most_spent, self.of.spent)
        answer = self.of.issue(held["subject"], held["family"])
        if self.settings["rotates"]:
            held["active"] = False
        else:
            self.of.tokens.pop(answer.pop("refresh_token", None), None)
        self.answer(answer)

    def revoke(self):
        if not self.is_client():
            return
        if self.settings["revocation"] == "hang":
            SERVED.wait_for(lambda: self.settings["revocation"] != "hang")
            self.close_connection = True
            return
        if self.settings["revocation"] is not None:
            return self.answer({}, self.settings["revocation"])
        if self.form.get("token") in self.of.tokens:
            self.of.tokens[self.form["token"]]["active"] = False
        self.answer({})

    def introspect(self):
        if self.is_client():
            held = self.of.tokens.get(self.form.get("token"))
            self.answer({"active": bool(held and held["active"])})

    def userinfo(self):
        held = self.of.tokens.get(self.entry["bearer"])
        if held is None or not held["active"]:
            return self.answer({"error": "invalid_token"}, 401)
        instead = self.settings["userinfo"]
        if isinstance(instead, int):
            return self.answer({}, instead)
        self.of.served += 1
        SERVED.notify_all()
        self.answer(altered({"sub": held["subject"]}, self.settings["claims"]) if instead is None else instead)

    # Control

    def control(self, issuer, rest, raw):
        if rest == ["log"]:
            return self.answer(issuer.log)
        if rest == ["tokens"]:
            return self.answer(list(issuer.tokens.values()))
        if rest == ["expire"]:
            issuer.expire()
            return self.answer({})
        if rest[:1] == ["served"]:
            SERVED.wait_for(lambda: issuer.served > 0, timeout=float(rest[1]))
            return self.answer({"served": issuer.served, "most_spent": issuer.most_spent, "revoked": issuer.revoked})
        for key, value in json.loads(raw).items():
            if key not in SETTINGS:
                return self.answer({"unknown": key}, 400)
            issuer.settings[key] = value
            SERVED.notify_all()
        self.answer({})


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
    server = Server(("127.0.0.1", parser.parse_args().port), Handler)
    threading.Thread(target=exit_with_parent, daemon=True).start()
    print(f"listening on 127.0.0.1:{server.server_address[1]}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()

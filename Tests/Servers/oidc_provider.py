#!/usr/bin/env python3
"""A loopback OpenID provider made of others' parts: oidc-provider-mock, and Authlib's device grant and revocation.

    oidc_provider.py [--port 0]

It prints `listening on 127.0.0.1:PORT`, is silent otherwise, and exits when its standard input closes. For tests:
  POST /_control/approve  {"user_code": …, "sub": …, "claims": {…}, "approved": true}
  PUT  /users/<sub>       {claims}, POST /users/<sub>/revoke-tokens: the mock's own
"""

import argparse
import logging
import os
import sys
import threading
import time
import warnings

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
warnings.simplefilter("ignore")

import flask
import werkzeug.serving
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc8628 import DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialDict
from oidc_provider_mock import _app as mock
from oidc_provider_mock._storage import AccessToken, Client, User, storage

SERVERS, CREDENTIALS, GRANTS, ASKED = [], {}, {}, {}


class Server(mock.flask_oauth2.AuthorizationServer):
    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        SERVERS.append(self)


class DeviceAuthorization(DeviceAuthorizationEndpoint):
    def get_verification_uri(self):
        return flask.request.host_url + "device"

    def save_device_credential(self, client_id, scope, data):
        CREDENTIALS[data["device_code"]] = DeviceCredentialDict(
            client_id=client_id, scope=scope, expires_at=int(time.time()) + data["expires_in"], **data)


class DeviceCode(DeviceCodeGrant):
    def query_device_credential(self, device_code):
        return CREDENTIALS.get(device_code)

    def query_user_grant(self, user_code):
        return GRANTS.get(user_code)

    def should_slow_down(self, credential):
        ASKED[credential["device_code"]] = count = ASKED.get(credential["device_code"], 0) + 1
        return count == 2


class Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"]

    def query_token(self, token_string, token_type_hint):
        return storage.get_access_token(token_string) or storage.get_refresh_token(token_string)

    def revoke_token(self, token, request):
        storage.remove_refresh_token(token.token)
        storage.remove_access_token(getattr(token, "access_token", token.token))


def make_app():
    mock.flask_oauth2.AuthorizationServer = Server
    Client.check_grant_type = lambda self, grant_type: True
    AccessToken.check_client = lambda self, client: True
    mock.RefreshTokenGrant.TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post", "none"]
    app = mock.app()
    server = SERVERS[-1]
    server.register_grant(DeviceCode)
    server.register_endpoint(DeviceAuthorization(server))
    server.register_endpoint(Revocation(server))

    @app.get("/.well-known/oauth-authorization-server")
    def metadata():
        document = mock.openid_config().get_json()
        root = flask.request.host_url
        document.update(device_authorization_endpoint=root + "device_authorization",
                        revocation_endpoint=root + "revoke", token_endpoint=root + "token")
        return flask.jsonify(document)

    app.view_functions["oidc-provider-mock.openid_config"] = metadata
    app.post("/device_authorization", endpoint="device_authorization")(
        lambda: server.create_endpoint_response("device_authorization"))
    app.post("/revoke", endpoint="revoke")(lambda: server.create_endpoint_response("revocation"))
    app.post("/token", endpoint="token")(lambda: server.create_token_response())

    @app.post("/_control/approve")
    def approve():
        rule = flask.request.get_json(force=True)
        user = User(sub=rule["sub"], claims=rule["claims"])
        storage.store_user(user)
        GRANTS[rule["user_code"]] = (user, rule.get("approved", True))
        return {}

    return app


def exit_with_parent():
    sys.stdin.buffer.read()
    os._exit(0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    logging.disable(logging.CRITICAL)
    server = werkzeug.serving.make_server("127.0.0.1", parser.parse_args().port, make_app(), threaded=True)
    threading.Thread(target=exit_with_parent, daemon=True).start()
    print(f"listening on 127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()

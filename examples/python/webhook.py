"""Receives what Carryover posts, verifies its signature, and prints each change once: WEBHOOK_SECRET, PORT."""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
MAX_AGE_SECONDS = 300
MAX_BYTES = 64 * 1024 * 1024
# A receiver with a database keeps the ids in the transaction in which it keeps the changes.
SEEN = set()


def is_signed(headers, body):
    """Standard Webhooks: an HMAC-SHA-256 of id, time and body; several signatures while the secret is being changed."""
    identifier, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > MAX_AGE_SECONDS:
        return False
    digest = hmac.new(KEY, f"{identifier}.{sent_at}.".encode() + body, hashlib.sha256).digest()
    expected = f"v1,{base64.b64encode(digest).decode()}"
    return any(hmac.compare_digest(expected, given) for given in headers.get("webhook-signature", "").split(" "))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        size = int(self.headers.get("content-length", 0))
        body = self.rfile.read(size) if size <= MAX_BYTES else b""
        if not is_signed(self.headers, body):
            self.send_response(401)
            self.end_headers()
            return
        for change in json.loads(body)["changes"]:
            if change["id"] not in SEEN:
                SEEN.add(change["id"])
                print(change["type"], change.get("subject", ""), len(change["data"].get("items") or []), flush=True)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()

"""Prints what the billing platform reads from Carryover, and keeps its place in a file: PLATFORM_KEY, BASE_URL, CURSOR_FILE."""

import json
import os
import urllib.parse
import urllib.request

BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:3000")
CURSOR_FILE = os.environ.get("CURSOR_FILE", "cursor.txt")


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would send the platform key to another server."""

    def redirect_request(self, *_):
        return None


OPENER = urllib.request.build_opener(NoRedirects)


def kept_cursor():
    try:
        with open(CURSOR_FILE) as file:
            return file.read()
    except FileNotFoundError:
        return None


def keep(cursor):
    """A reader with a database keeps it in the transaction in which it keeps the changes; this one may print one twice."""
    with open(f"{CURSOR_FILE}.new", "w") as file:
        file.write(cursor)
    os.replace(f"{CURSOR_FILE}.new", CURSOR_FILE)


def read(cursor):
    query = urllib.parse.urlencode({"limit": 1000, **({} if cursor is None else {"after": cursor})})
    headers = {"Authorization": f"Bearer {os.environ['PLATFORM_KEY']}"}
    request = urllib.request.Request(f"{BASE_URL}/v1/platform/changes/?{query}", headers=headers)
    with OPENER.open(request, timeout=60) as answer:
        return json.load(answer)


def main():
    base = urllib.parse.urlsplit(BASE_URL)
    if base.scheme != "https" and base.hostname not in ("127.0.0.1", "::1", "localhost"):
        raise SystemExit("BASE_URL is plain HTTP to another host: everybody on the way could read the platform key.")
    cursor, is_behind = kept_cursor(), True
    while is_behind:
        answer = read(cursor)
        for change in answer["changes"]:
            items = change["data"].get("items") or []
            print(change["type"], change.get("subject", ""), len(items))
        cursor, is_behind = answer["next"], not answer["caught_up"]
        keep(cursor)


main()

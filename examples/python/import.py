"""Sends the transactions of a CSV file to Carryover, account by account."""

import csv
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections import defaultdict

ATTEMPTS = 6
BATCH = 1000
JSON_COLUMNS = ("line_items", "tax_items")
NO_ANSWER = (OSError, http.client.HTTPException, ValueError)


def post(url, body, headers=None):
    """Sends JSON and returns the parsed answer. Sends it again if there is no whole answer, or if the service is busy.

    Only for requests that are safe to repeat. Transactions are: those that are already stored are answered as existing. They
    are not with check_previously_added=false, which adds them again.
    """
    data = json.dumps(body).encode()
    for attempt in range(1, ATTEMPTS + 1):
        request = urllib.request.Request(url, data, {"Content-Type": "application/json", **(headers or {})})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 500, 502, 503, 504) or attempt == ATTEMPTS:
                raise
            # The service sends seconds; a proxy may send a date.
            after = error.headers.get("Retry-After", "")
            wait = int(after) if after.isdecimal() else 2**attempt
        # No connection, a connection that is dropped before or during the answer, no answer in time, or one of a proxy that is
        # not JSON: it may be stored.
        except NO_ANSWER:
            if attempt == ATTEMPTS:
                raise
            wait = 2**attempt
        time.sleep(wait)


class Service:
    """A service and the token of its requests, which is valid for an hour and is renewed when it has expired."""

    def __init__(self, base_url, api_key):
        self.base_url, self.api_key, self.token = base_url, api_key, None

    def obtain_token(self):
        query = "mutation ObtainToken($input: ObtainTokenInput!) { obtainToken(input: $input) { token } }"
        body = {"query": query, "variables": {"input": {"apiKey": self.api_key}}}
        answer = post(f"{self.base_url}/v1/graphql/", body)
        if "errors" in answer:
            raise SystemExit(answer["errors"][0]["message"])
        return answer["data"]["obtainToken"]["token"]

    def post(self, path, body):
        is_new = self.token is None
        if is_new:
            self.token = self.obtain_token()
        try:
            return post(f"{self.base_url}{path}", body, {"Authorization": f"Token {self.token}"})
        except urllib.error.HTTPError as error:
            # After 401 nothing was stored. A new token that is refused too is not the token's fault.
            if error.code != 401 or is_new:
                raise
            self.token = None
            return self.post(path, body)


def reason_of(error):
    """Returns what a refusal says; a proxy may answer with something else than JSON."""
    try:
        answer = json.load(error)
        return answer.get("error_detail") or answer["detail"]
    except (ValueError, KeyError, AttributeError):
        return f"{error.code} {error.reason}"


def read_accounts(file):
    """Returns the transactions of each account in the order of the file. An empty cell is a field that is left out."""
    accounts = defaultdict(list)
    with open(file, newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            item = {name: json.loads(cell) if name in JSON_COLUMNS else cell for name, cell in row.items() if cell != ""}
            accounts[item.pop("import_supplier"), item.pop("external_account_number")].append(item)
    return accounts


def main(file):
    with open(os.path.join(os.environ.get("DATA_DIR") or ".carryover", "demo.json"), encoding="utf-8") as text:
        demo = json.load(text)
    service = Service(demo["base_url"], demo["api_key"])
    refused = 0
    for (supplier, account), items in read_accounts(file).items():
        added = existed = 0
        for start in range(0, len(items), BATCH):
            body = {
                "import_supplier": supplier,
                "external_account_number": account,
                "transactions": items[start : start + BATCH],
            }
            try:
                results = service.post("/v1/data-import/transactions/create/", body)["results"]
            except urllib.error.HTTPError as error:
                refused += 1
                print(f"{account}: {reason_of(error)}", file=sys.stderr)
                continue
            except NO_ANSWER as error:
                raise SystemExit(f"{account}: no answer ({error}). Run it again: nothing is stored twice.") from error
            new = sum(result["status"] == "TRANSACTION_ADDED_TO_ACCOUNT" for result in results)
            added, existed = added + new, existed + len(results) - new
        print(f"{account}: {added} added, {existed} already there")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
